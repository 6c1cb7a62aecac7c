/** A run of plain text, or one hidden character written out as an escape. */
export type RevealedPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hidden"; readonly text: string; readonly code: string };

/**
 * Characters that change what is seen without being seen: controls except tab and line feed, soft hyphen, combining
 * grapheme joiner, Arabic letter mark, Hangul and Mongolian fillers, zero-width and bidirectional marks, line and paragraph
 * separators, invisible operators, variation selectors, byte order mark, interlinear marks, tags, lone surrogates, and
 * spaces that are not the plain one.
 */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

const named: Record<number, string> = {
  0x0d: "\\r",
  0x1b: "\\e",
  0x07: "\\a",
  0x08: "\\b",
  0x0c: "\\f",
  0x0b: "\\v",
  0x00: "\\0",
};

/** Splits a text into what shows as it is and hidden characters as visible escapes (`\u{202E}`, `\e`). Joined again minus escapes it is the text. */
export const revealed = (text: string): readonly RevealedPart[] => {
  const parts: RevealedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    const code = match[0].codePointAt(0) ?? 0;
    // A line break of two characters is one line break.
    if (code === 0x0d && text[match.index + 1] === "\n") continue;
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) });
    const hex = code.toString(16).toUpperCase().padStart(4, "0");
    parts.push({ kind: "hidden", text: named[code] ?? `\\u{${hex}}`, code: `U+${hex}` });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
};
