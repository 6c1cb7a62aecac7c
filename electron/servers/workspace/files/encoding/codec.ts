import iconv from "iconv-lite";
import type { Encoding } from "./names.ts";

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

/** The text of bytes without a mark. What is no character of the encoding becomes U+FFFD: callers check for it. */
export function decodeAs(bytes: Buffer, encoding: Encoding): string {
  if (encoding === "utf-8") return bytes.toString("utf8");
  if (encoding === "utf-16le") return bytes.toString("utf16le");
  if (encoding === "utf-16be")
    return swapped(bytes.length % 2 === 0 ? bytes : bytes.subarray(0, -1)).toString("utf16le");
  return iconv.decode(bytes, encoding, { stripBOM: false });
}

function encodeLossy(text: string, encoding: Encoding): Buffer {
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  if (encoding === "utf-16le") return Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return swapped(Buffer.from(text, "utf16le"));
  return iconv.encode(text, encoding);
}

/** The bytes of `text` if they read back as exactly `text`, else null. */
export function encodeAs(text: string, encoding: Encoding): Buffer | null {
  const bytes = encodeLossy(text, encoding);
  const isExact = encoding === "utf-8" ? text.isWellFormed() : decodeAs(bytes, encoding) === text;
  return isExact ? bytes : null;
}

/** The different characters of `text` that `encoding` cannot hold, in their order, at most `most`. */
export function unrepresentable(text: string, encoding: Encoding, most: number): string[] {
  const found: string[] = [];
  for (const character of new Set(text)) {
    if (character.charCodeAt(0) < 0x80 && encodeAs(character, encoding) !== null) continue;
    if (encodeAs(character, encoding) === null) found.push(character);
    if (found.length === most) break;
  }
  return found;
}

/** Decodes pieces one after another; a character cut by the end of a piece comes with the next one. */
export interface PieceDecoder {
  readonly write: (piece: Buffer) => string;
  readonly end: () => string;
}

/** A decoder for bytes that come in pieces, without their mark. */
export function decodePieces(encoding: Encoding): PieceDecoder {
  // The platform calls Windows-1252 by this name too; here every byte is the character of the same number.
  if (encoding === "iso-8859-1") return { write: (piece) => piece.toString("latin1"), end: () => "" };
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return { write: (piece) => decoder.decode(piece, { stream: true }), end: () => decoder.decode() };
}
