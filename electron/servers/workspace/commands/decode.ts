import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { textOfBytes } from "../outcome/index.ts";

/** Bytes of a command as text. */
export interface Decoded {
  readonly text: string;
  /** Bytes that are neither UTF-8 nor the system's encoding, shown as `\xNN`. */
  readonly invalid: number;
  /** True when some of it was read in the system's own encoding. */
  readonly isCodePage: boolean;
}

const doubleByte = /^(?:cp|windows-?|ms)?(?:936|932|949|950)$|gb|big5|jis|euc|ksc|johab/i;
const shiftJis = /932|jis|sjis/i;
const newline = 0x0a;

/** Whether the bytes of a line may be taken as UTF-8 in a stream that as a whole is not. */
function isUtf8Line(line: Buffer, codePage: string): boolean {
  if (!isUtf8(line)) return false;
  // Two bytes that are UTF-8 are often one character of a double-byte encoding too; three in a row hardly ever are.
  return !doubleByte.test(codePage) || line.every((byte) => byte < 0x80) || line.some((byte) => byte >= 0xe0);
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(newline, at);
    const next = end === -1 ? bytes.length : end + 1;
    lines.push(bytes.subarray(at, next));
    at = next;
  }
  return lines;
}

/**
 * Text of whole characters: UTF-8 where it is that, else line by line UTF-8 or the system's encoding (programs of both
 * kinds write to one console), else every byte visible. Nothing is lost and nothing becomes U+FFFD.
 * @param codePage the system's encoding, or null when that is UTF-8
 */
export function decodeBytes(bytes: Buffer, codePage: string | null): Decoded {
  if (isUtf8(bytes)) return { text: bytes.toString("utf8"), invalid: 0, isCodePage: false };
  if (codePage === null) return { ...textOfBytes(bytes), isCodePage: false };
  let invalid = 0;
  let isCodePage = false;
  const parts = linesOf(bytes).map((line) => {
    if (isUtf8Line(line, codePage)) return line.toString("utf8");
    const text = iconv.decode(line, codePage, { stripBOM: false });
    if (!text.includes("\ufffd")) {
      isCodePage = true;
      return text;
    }
    const escaped = textOfBytes(line);
    invalid += escaped.invalid;
    return escaped.text;
  });
  return { text: parts.join(""), invalid, isCodePage };
}

/** Where the last whole UTF-8 character ends. */
function utf8End(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function utf8Start(bytes: Buffer): number {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return start;
}

/** Bytes of the character that begins at `at`, by its first two bytes. */
function lengthAt(bytes: Buffer, at: number, codePage: string): number {
  const first = bytes[at] ?? 0;
  const isSingle =
    first < 0x81 || first === 0xff || (shiftJis.test(codePage) && first >= 0xa0 && first <= 0xdf);
  if (isSingle) return 1;
  const second = bytes[at + 1] ?? 0;
  if (/gb/i.test(codePage) && second >= 0x30 && second <= 0x39) return 4;
  return /euc-?jp/i.test(codePage) && first === 0x8f ? 3 : 2;
}

/** Where the last whole character of a double-byte encoding ends, told from the start of its line. */
function doubleByteEnd(bytes: Buffer, codePage: string): number {
  for (let at = bytes.lastIndexOf(newline) + 1; at < bytes.length;) {
    const next = at + lengthAt(bytes, at, codePage);
    if (next > bytes.length) return at;
    at = next;
  }
  return bytes.length;
}

/** Bytes that begin or end anywhere: the whole characters among them, and how many bytes were cut off at each end. */
export interface Whole {
  readonly bytes: Buffer;
  readonly cutStart: number;
  readonly cutEnd: number;
}

/**
 * Cuts off the parts of characters at the ends of a piece of a stream.
 * @param at which ends were cut from a longer stream
 */
export function wholeCharacters(
  piece: Buffer,
  codePage: string | null,
  at: { readonly isStart: boolean; readonly isEnd: boolean },
): Whole {
  const start = at.isStart ? utf8Start(piece) : 0;
  const end = at.isEnd ? utf8End(piece) : piece.length;
  const asUtf8 = piece.subarray(start, Math.max(start, end));
  if (codePage === null || isUtf8(asUtf8))
    return { bytes: asUtf8, cutStart: start, cutEnd: piece.length - start - asUtf8.length };
  // Only a line end tells where a character of these encodings begins.
  const lineStart = at.isStart ? piece.subarray(0, 4_096).indexOf(newline) + 1 : 0;
  const pageEnd = at.isEnd && doubleByte.test(codePage) ? doubleByteEnd(piece, codePage) : piece.length;
  const bytes = piece.subarray(lineStart, Math.max(lineStart, pageEnd));
  return { bytes, cutStart: lineStart, cutEnd: piece.length - lineStart - bytes.length };
}
