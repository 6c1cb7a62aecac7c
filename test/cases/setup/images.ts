import { randomFillSync } from "node:crypto";
import { constants, crc32, deflateSync } from "node:zlib";

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(8 + data.length + 4);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), 4 + body.length);
  return out;
};

/**
 * A real PNG of random noise. Six bits of noise per colour keep it at about the size a compressor leaves of a screenshot's worst
 * part: 5000 × 4000 gives some 45 MB.
 */
export const noisePng = (width: number, height: number): Buffer => {
  const rows = randomFillSync(Buffer.alloc((width * 3 + 1) * height));
  for (let at = 0; at < rows.length; at += 1) rows[at] = (rows[at] ?? 0) & 0x3f;
  for (let row = 0; row < height; row += 1) rows[row * (width * 3 + 1)] = 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(rows, { level: 1, strategy: constants.Z_HUFFMAN_ONLY });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
