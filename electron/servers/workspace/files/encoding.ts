import { isUtf8 } from "node:buffer";

/** The text encodings that are read and written exactly; anything else is refused by name. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** A byte-order mark, its encoding and how it is shown. */
export interface TextForm {
  readonly encoding: Encoding;
  readonly hasBom: boolean;
}

/** What the bytes of a file turn out to be. */
export type Decoded =
  | { readonly kind: "text"; readonly form: TextForm; readonly text: string }
  | { readonly kind: "binary" }
  | { readonly kind: "otherEncoding"; readonly badAt: number };

const sniffed = 8192;

/** Which byte-order mark the bytes start with; `utf-8` without one where there is none. */
export function formOf(start: Buffer): TextForm {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: "utf-8", hasBom: true };
  if (start[0] === 0xff && start[1] === 0xfe && !(start[2] === 0 && start[3] === 0)) {
    return { encoding: "utf-16le", hasBom: true };
  }
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: "utf-16be", hasBom: true };
  return { encoding: "utf-8", hasBom: false };
}

/** Bytes of the mark that `form` starts with. */
export function bomLength(form: TextForm): number {
  if (!form.hasBom) return 0;
  return form.encoding === "utf-8" ? 3 : 2;
}

/** True when the first 8 KB hold a NUL byte, which no UTF-8 text does. */
export function looksBinary(start: Buffer): boolean {
  const at = start.indexOf(0);
  return at !== -1 && at < sniffed;
}

/** Index of the first byte that is not valid UTF-8, or -1. */
export function firstInvalidUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  let low = 0;
  let high = bytes.length;
  // Invariant: the first `low` bytes are valid up to a possibly cut last character, the first `high` are not valid.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isValidPrefix(bytes.subarray(0, middle))) low = middle;
    else high = middle;
  }
  return low;
}

function isValidPrefix(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true;
  for (let cut = 1; cut <= 3 && cut <= bytes.length; cut += 1) {
    const lead = bytes[bytes.length - cut] ?? 0;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    if (length > cut && isUtf8(bytes.subarray(0, bytes.length - cut))) return true;
  }
  return false;
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

/** Decodes a whole file so that `encodeText` gives back the same bytes, or says why that cannot be done. */
export function decodeBytes(bytes: Buffer): Decoded {
  const form = formOf(bytes);
  const body = bytes.subarray(bomLength(form));
  if (form.encoding === "utf-8") {
    if (looksBinary(body)) return { kind: "binary" };
    const badAt = firstInvalidUtf8(body);
    if (badAt !== -1) return { kind: "otherEncoding", badAt: badAt + bomLength(form) };
    return { kind: "text", form, text: body.toString("utf8") };
  }
  if (body.length % 2 !== 0) return { kind: "binary" };
  const little = form.encoding === "utf-16le" ? body : swapped(body);
  return { kind: "text", form, text: little.toString("utf16le") };
}

/** The bytes of `text` in `form`, with its mark. UTF-8 needs `text.isWellFormed()`. */
export function encodeText(text: string, form: TextForm): Buffer {
  if (form.encoding === "utf-8") return Buffer.from(form.hasBom ? `\ufeff${text}` : text, "utf8");
  const little = Buffer.from(form.hasBom ? `\ufeff${text}` : text, "utf16le");
  return form.encoding === "utf-16le" ? little : swapped(little);
}

/** "UTF-8", "UTF-8 with BOM", "UTF-16 LE", … */
export function encodingName(form: TextForm): string {
  if (form.encoding === "utf-8") return form.hasBom ? "UTF-8 with BOM" : "UTF-8";
  return form.encoding === "utf-16le" ? "UTF-16 LE" : "UTF-16 BE";
}
