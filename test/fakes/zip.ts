import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive exactly as it is to stand there, sound or not. */
export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Unix mode with the type bits, e.g. 0o120777 for a link. */
  readonly mode?: number;
  readonly isDeflated?: boolean;
  /** What the archive says the size is; the real one unless given. */
  readonly saidSize?: number;
}

/** Writes a zip archive; names and attributes are taken as they are. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", mode = 0, isDeflated = false, saidSize } of entries) {
    const raw = Buffer.from(content);
    const data = isDeflated ? deflateRawSync(raw) : raw;
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2);
    shared.writeUInt16LE(isDeflated ? 8 : 0, 4);
    shared.writeUInt32LE(crc32(raw), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(saidSize ?? raw.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, nameBytes, data]);
    const made = Buffer.alloc(2);
    made.writeUInt16LE((3 << 8) | 20, 0);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), made, shared, rest, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
};
