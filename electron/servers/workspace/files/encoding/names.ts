import { Refusal } from "../../outcome/index.ts";

/** How an encoding is shown, and its other names (letters and digits only, lower case). */
const known = {
  "utf-8": ["UTF-8", "utf8", "ascii", "usascii"],
  "utf-16le": ["UTF-16 LE", "utf16le", "utf16", "ucs2", "unicode"],
  "utf-16be": ["UTF-16 BE", "utf16be"],
  gbk: ["GBK", "gbk", "gb2312", "cp936", "windows936", "936"],
  gb18030: ["GB18030", "gb18030"],
  big5: ["Big5", "big5", "cp950", "950", "big5hkscs"],
  shift_jis: ["Shift_JIS", "shiftjis", "sjis", "cp932", "windows31j", "ms932", "932"],
  "euc-jp": ["EUC-JP", "eucjp"],
  "euc-kr": ["EUC-KR", "euckr", "cp949", "949", "uhc", "ksc5601"],
  "windows-1252": ["Windows-1252", "windows1252", "cp1252", "1252", "ansi"],
  "windows-1250": ["Windows-1250", "windows1250", "cp1250", "1250"],
  "windows-1251": ["Windows-1251", "windows1251", "cp1251", "1251"],
  "koi8-r": ["KOI8-R", "koi8r"],
  "iso-8859-1": ["ISO-8859-1", "iso88591", "latin1"],
  "iso-8859-2": ["ISO-8859-2", "iso88592", "latin2"],
  "iso-8859-15": ["ISO-8859-15", "iso885915", "latin9"],
} as const;

/** A text encoding that is read and written. */
export type Encoding = keyof typeof known;

/** An encoding and whether the file starts with a byte-order mark. */
export interface TextForm {
  readonly encoding: Encoding;
  readonly hasBom: boolean;
}

/** The encoding of a new file that nobody asked another for. */
export const plainForm: TextForm = { encoding: "utf-8", hasBom: false };

const all = Object.keys(known) as Encoding[];
const byName = new Map<string, Encoding>(
  all.flatMap((encoding) => known[encoding].slice(1).map((name) => [name, encoding] as const)),
);

/** True for the encodings of Unicode, which hold every character. */
export function isUnicode(encoding: Encoding): boolean {
  return encoding.startsWith("utf-");
}

/** Bytes of the mark that `form` starts with. */
export function bomLength(form: TextForm): number {
  if (!form.hasBom) return 0;
  return form.encoding === "utf-8" ? 3 : 2;
}

/** "UTF-8", "UTF-8 with BOM", "UTF-16 LE", "GBK", … */
export function encodingName(form: TextForm): string {
  const [name] = known[form.encoding];
  return form.hasBom && form.encoding === "utf-8" ? `${name} with BOM` : name;
}

/**
 * The encoding a caller named, in any usual spelling; a new file in it starts with a mark for UTF-16 and `utf-8-bom`.
 * @throws Refusal `invalidInput` for a name that is not known
 */
export function formNamed(name: string): TextForm {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (plain === "utf8bom" || plain === "utf8sig") return { encoding: "utf-8", hasBom: true };
  const encoding = byName.get(plain);
  if (encoding !== undefined) return { encoding, hasBom: encoding.startsWith("utf-16") };
  throw new Refusal(
    "invalidInput",
    `There is no encoding ${JSON.stringify(name)} here.`,
    `Use one of utf-8-bom, ${all.join(", ")}.`,
  );
}
