/** Characters that are easily taken for each other, each group folded to its first member. */
const groups = [
  " \u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
  "'\u2018\u2019\u201a\u201b\u02bc\u2032\uff07",
  '"\u201c\u201d\u201e\u201f\u2033\uff02',
  "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d",
  ",\uff0c",
  ":\uff1a",
  ";\uff1b",
  "(\uff08",
  ")\uff09",
];

const folded = new Map(
  groups.flatMap((group) => [...group].map((character) => [character, group[0] ?? ""] as const)),
);
const ignorable = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** A line in which look-alike characters, composed and decomposed accents, and invisible characters are the same. */
export function foldLookalikes(line: string): string {
  const plain = line.normalize("NFC").replaceAll(ignorable, "");
  return Array.from(plain, (character) => folded.get(character) ?? character).join("");
}

const names = new Map([
  [0x00a0, "NO-BREAK SPACE, NBSP"],
  [0x00ad, "soft hyphen"],
  [0x200b, "zero-width space"],
  [0x2018, "curly quote"],
  [0x2019, "curly quote"],
  [0x201c, "curly quote"],
  [0x201d, "curly quote"],
  [0x2013, "en dash"],
  [0x2014, "em dash"],
  [0x202f, "narrow no-break space"],
  [0x3000, "ideographic space"],
  [0xfeff, "byte-order mark"],
]);

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const name = names.get(code) ?? (/\p{M}/u.test(character) ? "combining accent, NFD form" : "");
  if (name !== "") return `${hex} (${name})`;
  return /[\p{C}\p{Z}]/u.test(character) ? hex : `${hex} (${character})`;
}

function only(a: string, b: string): string {
  const others = new Set(b);
  return [...new Set(a)]
    .filter((character) => !others.has(character))
    .map(nameOf)
    .join(", ");
}

/** Names the characters that make two look-alike lines differ. */
export function nameDifference(inFile: string, inOld: string): string {
  const file = only(inFile, inOld);
  const old = only(inOld, inFile);
  const parts = [file === "" ? "" : `the file has ${file}`, old === "" ? "" : `old_str has ${old}`];
  return parts.filter((part) => part !== "").join(", ") || "they differ in characters that look alike";
}
