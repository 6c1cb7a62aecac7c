import { isUtf8 } from "node:buffer";
import { decodeAs } from "./codec.ts";
import { guessLegacy } from "./guess.ts";
import { bomLength, isUnicode, type Encoding, type TextForm } from "./names.ts";
import { guessUtf16 } from "./utf16.ts";
import { isDamagedUtf8, isUtf8Start } from "./utf8.ts";

/** Where the encoding of a text comes from: its own bytes, a guess, or the caller. */
export interface Reading {
  readonly form: TextForm;
  readonly basis: "certain" | "guessed" | "told";
  /** Encodings that fit a guessed text about as well. */
  readonly alsoFits: readonly Encoding[];
}

/** What the bytes of a file turn out to be; `misfit`: text, but in no encoding known here, or not in the one told. */
export type Decoded =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly form: TextForm;
      readonly reading: Reading;
    }
  | { readonly kind: "binary" }
  | { readonly kind: "misfit" };

const sniffed = 8192;
const replacement = "\ufffd";

/** Which byte-order mark the bytes start with, or null. */
function markOf(start: Buffer): TextForm | null {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: "utf-8", hasBom: true };
  if (start[0] === 0xff && start[1] === 0xfe && !(start[2] === 0 && start[3] === 0)) {
    return { encoding: "utf-16le", hasBom: true };
  }
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: "utf-16be", hasBom: true };
  return null;
}

/** True when the first 8 KB hold a NUL byte, which only UTF-16 text does. */
function hasNul(start: Buffer): boolean {
  const at = start.indexOf(0);
  return at !== -1 && at < sniffed;
}

function certain(form: TextForm): Reading {
  return { form, basis: "certain", alsoFits: [] };
}

function guessed(encoding: Encoding, alsoFits: readonly Encoding[] = []): Reading {
  return { form: { encoding, hasBom: false }, basis: "guessed", alsoFits };
}

/** How a file is to be read, from its first bytes (or all of them): null for binary, "misfit" for no known encoding. */
export function readingOf(start: Buffer, isWhole: boolean): Reading | "misfit" | null {
  const marked = markOf(start);
  if (marked !== null && marked.encoding !== "utf-8") {
    return isWhole && start.length % 2 !== 0 ? null : certain(marked);
  }
  if (hasNul(start)) {
    const encoding = guessUtf16(isWhole ? start : start.subarray(0, start.length & ~3));
    return encoding === null ? null : guessed(encoding);
  }
  const form = marked ?? { encoding: "utf-8", hasBom: false };
  if (isWhole ? isUtf8(start) : isUtf8Start(start)) return certain(form);
  if (form.hasBom || isDamagedUtf8(start)) return "misfit";
  const fitting = guessLegacy(start).filter(
    ({ encoding }) => !isWhole || !decodeAs(start, encoding).includes(replacement),
  );
  const [best, ...others] = fitting;
  if (best === undefined) return "misfit";
  return guessed(
    best.encoding,
    others.filter((one) => one.isClose).map((one) => one.encoding),
  );
}

function decodeTold(bytes: Buffer, told: Encoding): Decoded {
  const marked = markOf(bytes);
  const form = marked?.encoding === told ? marked : { encoding: told, hasBom: false };
  const body = bytes.subarray(bomLength(form));
  if (told === "utf-8" && !isUtf8(body)) return { kind: "misfit" };
  if (told.startsWith("utf-16") && body.length % 2 !== 0) return { kind: "misfit" };
  if (!told.startsWith("utf-16") && hasNul(body)) return { kind: "binary" };
  const text = decodeAs(body, told);
  if (!isUnicode(told) && text.includes(replacement)) return { kind: "misfit" };
  return { kind: "text", text, form, reading: { form, basis: "told", alsoFits: [] } };
}

/**
 * Decodes a whole file. UTF-8 and byte-order marks are certain, anything else is guessed from the bytes unless the caller
 * tells the encoding.
 */
export function decodeFile(bytes: Buffer, told?: Encoding): Decoded {
  if (told !== undefined) return decodeTold(bytes, told);
  const reading = readingOf(bytes, true);
  if (reading === null) return { kind: "binary" };
  if (reading === "misfit") return { kind: "misfit" };
  const { form } = reading;
  return { kind: "text", text: decodeAs(bytes.subarray(bomLength(form)), form.encoding), form, reading };
}
