/** Signs that search does not see: NUL and other controls but blanks, soft hyphen, zero-width, bidi marks. */

const INVISIBLE =
  /[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Text as search compares it: lower case, no accents, compatibility forms made plain (full width to half width), nothing
 * invisible. The same for what is indexed and for what is asked.
 */
export const foldText = (text: string): string => {
  const clean = text.replace(INVISIBLE, "").toLowerCase();
  if (ASCII.test(clean)) return clean;
  return clean
    .toWellFormed()
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC")
    .toLowerCase();
};

/** One character of a script that is written without blanks. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const WORD = /[\p{L}\p{N}]+/gu;

/** True for a string that holds a character of a script without blanks. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

/**
 * The short pieces of a folded text, each once: the first two characters of every word, and in scripts without blanks every
 * two neighbours. So a Chinese word of two characters is one piece, and one of a single character begins a piece.
 */
export const shortPieces = (folded: string): string[] => {
  const pieces = new Set<string>();
  for (const [word] of folded.matchAll(WORD)) {
    if (!UNSPACED.test(word)) {
      pieces.add([...word.slice(0, 4)].slice(0, 2).join(""));
      continue;
    }
    const chars = [...word];
    const first = chars.slice(0, 2).join("");
    pieces.add(first);
    chars.forEach((char, at) => {
      const next = chars[at + 1];
      if (next === undefined ? UNSPACED.test(char) : UNSPACED.test(char + next))
        pieces.add(char + (next ?? ""));
    });
  }
  return [...pieces];
};
