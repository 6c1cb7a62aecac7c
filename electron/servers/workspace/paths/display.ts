/** Characters that hide, move or reorder text: C0, C1, line separators, bidirectional and zero-width marks, tags. */
const hidden =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;
const allHidden = new RegExp(hidden.source, "gu");

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/**
 * A name as it can be shown on one line. Ordinary names stay as they are; one with line breaks, hidden characters or
 * blanks at its ends becomes a JSON string, which is also how it is passed as an argument.
 */
export function displayName(name: string): string {
  const isPlain = !hidden.test(name) && !/^[\s"]|\s$/.test(name);
  if (isPlain) return name;
  return JSON.stringify(name).replace(allHidden, escaped);
}
