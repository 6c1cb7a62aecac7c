import { Refusal } from "../outcome/index.ts";
import type { Place } from "../paths/index.ts";
import type { Editable } from "./editable.ts";
import {
  bomLength,
  decodeAs,
  encodeAs,
  encodingName,
  isUnicode,
  unrepresentable,
  type TextForm,
} from "./encoding/index.ts";
import type { TextChange } from "./textChange.ts";

const namedCharacters = 8;

function refuseCharacters(shown: string, form: TextForm, text: string): Refusal {
  const found = unrepresentable(text, form.encoding, namedCharacters + 1);
  const named = found.slice(0, namedCharacters).map((character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `${character} (U+${hex})`;
  });
  const list = named.join(", ") + (found.length > namedCharacters ? ", …" : "");
  const name = encodingName(form);
  return new Refusal(
    "encoding",
    `${shown} is ${name}, which has no ${list}; nothing was written.`,
    form.encoding === "gbk"
      ? "Use characters that GBK has, or pass encoding: gb18030, which has them all and keeps the rest of the file."
      : `Use characters that ${name} has, or write the whole file in another encoding: write_file with encoding: utf-8.`,
  );
}

function refuseGuess(place: Place, current: Editable): Refusal {
  const { form, alsoFits } = current.reading;
  const names = [form.encoding, ...alsoFits].map((encoding) => encodingName({ encoding, hasBom: false }));
  return new Refusal(
    "encoding",
    `${place.shown} could be ${names.join(" or ")}, which write the new text differently; nothing was written.`,
    `Say which it is with encoding, for example encoding: ${form.encoding}. Read it with that encoding first to see that it fits.`,
  );
}

function encoded(shown: string, form: TextForm, text: string): Buffer {
  const bytes = encodeAs(text, form.encoding);
  if (bytes !== null) return bytes;
  throw refuseCharacters(shown, form, text);
}

/**
 * A whole text in an encoding, with its mark.
 * @throws Refusal `encoding` when it has no such characters
 */
export function encodeText(text: string, form: TextForm, shown: string): Buffer {
  return encoded(shown, form, form.hasBom ? `\ufeff${text}` : text);
}

/** The original bytes up to and after the change, and only what is new encoded anew. */
function spliced(place: Place, current: Editable, after: string, change: TextChange): Buffer {
  const { form, bytes, text } = current;
  const middle = encoded(place.shown, form, after.slice(change.start, change.afterEnd));
  const before = encodeAs(text.slice(0, change.start), form.encoding);
  const rest = encodeAs(text.slice(change.beforeEnd), form.encoding);
  const mark = bomLength(form);
  if (before !== null && rest !== null) {
    const head = bytes.subarray(0, mark + before.length);
    const made = Buffer.concat([head, middle, bytes.subarray(bytes.length - rest.length)]);
    // In a few encodings two characters share bytes, so that a cut between them is none in the bytes.
    if (decodeAs(made.subarray(mark), form.encoding) === after) return made;
  }
  throw new Refusal(
    "encoding",
    `The change of ${place.shown} would not read back as asked in ${encodingName(form)}; nothing was written.`,
    "Include a few more characters on both sides in old_str and new_str.",
  );
}

/**
 * The bytes that make the file hold `after`: what the change does not touch stays byte for byte.
 * @param form the encoding to write; when it is not the file's own, the whole text is written in it
 * @throws Refusal `encoding` when it cannot hold the new text or is only guessed between close ones; `invalidInput`
 */
export function rebuilt(
  place: Place,
  current: Editable | null,
  form: TextForm,
  after: string,
  change: TextChange,
): Buffer {
  if (!after.isWellFormed()) {
    throw new Refusal(
      "invalidInput",
      "The new text contains half of a surrogate pair, which cannot be written.",
      "Give the whole character.",
    );
  }
  const isSame = current?.form.encoding === form.encoding && current.form.hasBom === form.hasBom;
  if (!isSame || form.encoding === "utf-8") return encodeText(after, form, place.shown);
  if (isUnicode(form.encoding)) return spliced(place, current, after, change);
  const isPlain = !/[^\0-\x7f]/.test(after.slice(change.start, change.afterEnd));
  if (!isPlain && current.reading.alsoFits.length > 0) throw refuseGuess(place, current);
  return spliced(place, current, after, change);
}
