import iconv from "iconv-lite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeAs, decodePieces, encodeAs, unrepresentable } from "./codec.ts";
import { decodeFile } from "./decodeFile.ts";
import { encodingName, formNamed, type Encoding } from "./names.ts";

const legacy = [
  "gbk",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "koi8-r",
  "iso-8859-1",
  "iso-8859-2",
  "iso-8859-15",
] as const satisfies readonly Encoding[];
const every: readonly Encoding[] = ["utf-8", "utf-16le", "utf-16be", ...legacy];

const samples: readonly (readonly [Encoding, string])[] = [
  ["utf-8", "plain ASCII\n"],
  ["utf-8", "größer 中文 🚀\n"],
  ["gbk", "标题:甲\n数量:3\n"],
  ["gbk", "// 计算总和\nint sum(int a, int b);\n"],
  ["gbk", "中"],
  ["gbk", "错误：连接失败"],
  ["gb18030", "😀 测试"],
  ["shift_jis", "色=青\r\n形=丸\r\n大きさ=小\r\n"],
  ["shift_jis", "コメント: 設定ファイル"],
  ["shift_jis", "日本"],
  ["windows-1252", "# © Beispiel GmbH\nlevel = 1\n"],
  ["windows-1252", "naïve café, für, Größe"],
  ["windows-1252", "“quoted” – dash, 5 €"],
  ["big5", "繁體中文測試，這是一個範例檔案。"],
  ["euc-kr", "한국어 텍스트 파일입니다. 설정을 변경하십시오."],
  ["euc-jp", "これはテストです。設定ファイル"],
  ["windows-1251", "Настройки программы сохранены в файле."],
  ["koi8-r", "Настройки программы сохранены в файле."],
  ["utf-16le", "Größe=5\n"],
  ["utf-16be", "标题\n甲乙\n"],
];

describe("decodeFile", () => {
  it("finds the encoding of everyday text, and says that anything but Unicode is a guess", () => {
    for (const [encoding, text] of samples) {
      const decoded = decodeFile(iconv.encode(text, encoding));
      expect(decoded, text).toMatchObject({ kind: "text", text, form: { encoding } });
      const isCertain = encoding === "utf-8";
      expect(decoded, text).toMatchObject({ reading: { basis: isCertain ? "certain" : "guessed" } });
    }
  });

  it("tells which other encoding fits when the bytes are too few to know", () => {
    expect(decodeFile(iconv.encode("Größe=5", "windows-1252"))).toMatchObject({
      text: "Größe=5",
      reading: { basis: "guessed", alsoFits: ["gbk"] },
    });
  });

  it("believes a byte-order mark, and takes it out of the text", () => {
    for (const encoding of ["utf-8", "utf-16le", "utf-16be"] as const) {
      const bytes = iconv.encode("中a", encoding, { addBOM: true });
      expect(decodeFile(bytes)).toMatchObject({
        text: "中a",
        form: { encoding, hasBom: true },
        reading: { basis: "certain" },
      });
    }
  });

  it("does not guess what is binary, or UTF-8 with a few bad bytes", () => {
    expect(decodeFile(Buffer.from("7f454c4600ff00fe90".repeat(100), "hex"))).toEqual({ kind: "binary" });
    expect(decodeFile(Buffer.from("01000200030004000500", "hex"))).toEqual({ kind: "binary" });
    const damaged = Buffer.concat([Buffer.from("größer für é"), Buffer.from([0xff])]);
    expect(decodeFile(damaged)).toEqual({ kind: "misfit" });
  });

  it("takes plain ASCII with a few NULs in it for binary, not for rare characters of UTF-16", () => {
    for (const text of ["abc\0def\n", "name=x\0path=y\0\0\n", "\0".repeat(4) + "abcdefghijklmnop"])
      expect(decodeFile(Buffer.from(text)), JSON.stringify(text)).toEqual({ kind: "binary" });
    expect(decodeFile(Buffer.from("abc=1\n", "utf16le"))).toMatchObject({ text: "abc=1\n" });
  });

  it("takes the encoding it is told, unless the bytes are not of it", () => {
    const bytes = iconv.encode("中", "gbk");
    expect(decodeFile(bytes, "windows-1252")).toMatchObject({ text: "ÖÐ", reading: { basis: "told" } });
    expect(decodeFile(bytes, "utf-8")).toEqual({ kind: "misfit" });
    expect(decodeFile(Buffer.from([0x81]), "windows-1252")).toEqual({ kind: "misfit" });
    expect(decodeFile(Buffer.from("abc"), "utf-16le")).toEqual({ kind: "misfit" });
  });
});

describe("encodeAs", () => {
  it("gives bytes that read back as the same text, or nothing", () => {
    const character = fc.oneof(
      fc.constantFrom("a", "\n", "é", "ß", "中", "あ", "ｱ", "한", "ж", "€", "①", "~", "\\", "😀", "\ufffd"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    );
    const text = fc.array(character, { maxLength: 12 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text, fc.constantFrom(...every), (given, encoding) => {
        const bytes = encodeAs(given, encoding);
        if (bytes !== null) expect(decodeAs(bytes, encoding)).toBe(given);
        else expect(unrepresentable(given, encoding, 99).length).toBeGreaterThan(0);
      }),
      { numRuns: 3_000, seed: 20 },
    );
  });

  it("is exact for every single and double byte that reads as a character and is written the same way", () => {
    for (const encoding of legacy) {
      let exact = 0;
      for (let lead = 0; lead < 256; lead += 1) {
        for (let trail = 0x30; trail < 256; trail += 7) {
          const bytes = Buffer.from([lead, trail]);
          const decoded = decodeFile(bytes, encoding);
          if (decoded.kind !== "text") continue;
          const again = encodeAs(decoded.text, encoding);
          if (again?.equals(bytes) === true) exact += 1;
        }
      }
      expect(exact, encoding).toBeGreaterThan(2_000);
    }
  });

  it("names what an encoding has not", () => {
    expect(unrepresentable("a中😀é😀", "shift_jis", 8)).toEqual(["😀", "é"]);
    expect(unrepresentable("中é", "windows-1252", 8)).toEqual(["中"]);
  });
});

describe("decodePieces", () => {
  it("gives the same text wherever the bytes are cut", () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.integer({ min: 1, max: 5 }), ([encoding, text], step) => {
        const bytes = iconv.encode(text, encoding);
        const decoder = decodePieces(encoding);
        let all = "";
        for (let at = 0; at < bytes.length; at += step) all += decoder.write(bytes.subarray(at, at + step));
        expect(all + decoder.end()).toBe(text);
      }),
      { numRuns: 300, seed: 21 },
    );
  });
});

describe("formNamed", () => {
  it("knows the usual names", () => {
    for (const [given, shown] of [
      ["UTF8", "UTF-8"],
      ["utf-8-sig", "UTF-8 with BOM"],
      ["GB2312", "GBK"],
      ["cp936", "GBK"],
      ["Shift-JIS", "Shift_JIS"],
      ["SJIS", "Shift_JIS"],
      ["latin1", "ISO-8859-1"],
      ["CP-1252", "Windows-1252"],
    ] as const)
      expect(encodingName(formNamed(given)), given).toBe(shown);
    expect(() => formNamed("ebcdic")).toThrow(/There is no encoding "ebcdic" here/);
  });
});
