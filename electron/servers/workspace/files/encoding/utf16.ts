import { decodeAs } from "./codec.ts";

/** Controls other than tab and line ends, noncharacters and unassigned code points: none of them is in a text. */
const neverInText = /[\0-\x08\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff]|\p{Cn}/u;
const fewestBytes = 8;

function looksLikeText(text: string): boolean {
  return text.isWellFormed() && !neverInText.test(text);
}

/**
 * Plain ASCII with a few NULs in it (records, sprites, a damaged file) reads as rare characters of several scripts. In real
 * UTF-16 either every other byte is a NUL, or there are bytes beyond ASCII.
 */
function isAsciiWithNuls(bytes: Buffer): boolean {
  let nuls = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) return false;
    if (byte === 0) nuls += 1;
  }
  return nuls * 3 < bytes.length;
}

/** Whether bytes with NULs in them and without a mark read as UTF-16 text from end to end, and in which byte order. */
export function guessUtf16(bytes: Buffer): "utf-16le" | "utf-16be" | null {
  if (bytes.length < fewestBytes || bytes.length % 2 !== 0) return null;
  const firstNul = bytes.indexOf(0);
  if (firstNul === -1 || isAsciiWithNuls(bytes)) return null;
  // A NUL is the upper half of an ASCII character: the second byte in little endian, the first in big endian.
  const encoding = firstNul % 2 === 1 ? "utf-16le" : "utf-16be";
  return looksLikeText(decodeAs(bytes, encoding)) ? encoding : null;
}
