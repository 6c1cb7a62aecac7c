import { textOfBytes } from "../outcome/index.ts";
import { decodeAs, type Encoding } from "./encoding/index.ts";

/** One line's bytes as text. */
export interface DecodedLine {
  readonly text: string;
  /** Bytes that are no character of the encoding. */
  readonly invalid: number;
  /** How many of the bytes the text stands for: a character that was cut at the end is left out. */
  readonly bytes: number;
}

/** Decodes the bytes of one line; with `isCut` they may end inside a character. */
export type LineDecoder = (bytes: Buffer, isCut: boolean) => DecodedLine;

const decodeUtf8: LineDecoder = (bytes, isCut) => {
  let end = bytes.length;
  if (isCut) while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  if (isCut && (bytes[end - 1] ?? 0) >= 0xc0) end -= 1;
  return { ...textOfBytes(bytes.subarray(0, end)), bytes: end };
};

const replacement = "\ufffd";
const longestCharacter = 4;

/**
 * A decoder for lines that were split at the byte 0A, which in every encoding here is a line end and never part of a
 * character (UTF-16 lines come as UTF-8).
 */
export function lineDecoderOf(encoding: Encoding): LineDecoder {
  if (encoding.startsWith("utf-")) return decodeUtf8;
  return (bytes, isCut) => {
    let end = bytes.length;
    let text = decodeAs(bytes, encoding);
    while (isCut && text.endsWith(replacement) && bytes.length - end < longestCharacter) {
      end -= 1;
      text = decodeAs(bytes.subarray(0, end), encoding);
    }
    return { text, invalid: text.split(replacement).length - 1, bytes: end };
  };
}
