import iconv from "iconv-lite";
import fc from "fast-check";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../testing/testWorkspace.ts";

const gbk = iconv.encode("标题:甲\r\n数量:3\r\n说明:这是样例\r\n", "gbk");
const sjis = iconv.encode("色=青\r\n形=丸\r\n大きさ=小\r\n", "shift_jis");
const latin = iconv.encode("# © Beispiel GmbH\nlevel = 1\n", "windows-1252");

describe("a file in a legacy encoding", () => {
  it("is edited in it, and keeps every other byte (ED-05, ED-06, ED-07)", async () => {
    using ws = openTestWorkspace({ gbk, sjis, latin });
    const edit = async (path: string, old_str: string, new_str: string) =>
      await ws.call("edit_file", { path, old_str, new_str });
    expect(await edit("gbk", "标题:甲\n数量:3", "标题:乙\n数量:4")).toMatchObject({ isError: false });
    expect(await edit("sjis", "形=丸", "形=四角")).toMatchObject({ isError: false });
    expect(await edit("latin", "level = 1", "level = 2 µ")).toMatchObject({ isError: false });
    expect(iconv.decode(ws.bytes("gbk"), "gbk")).toBe("标题:乙\r\n数量:4\r\n说明:这是样例\r\n");
    expect(iconv.decode(ws.bytes("sjis"), "shift_jis")).toBe("色=青\r\n形=四角\r\n大きさ=小\r\n");
    expect(ws.bytes("latin").toString("latin1")).toBe("# © Beispiel GmbH\nlevel = 2 µ\n");
  });

  it("says in a read that the encoding is a guess, and takes the caller's word", async () => {
    using ws = openTestWorkspace({ gbk, short: iconv.encode("Größe=5", "windows-1252") });
    expect((await ws.call("read_file", { path: "gbk" })).text).toMatch(
      /^gbk: lines 1-3 of 3, \d+ B, read as GBK \(guessed\), CRLF; hash [0-9a-f]{12}\n\n1\t标题:甲\n/,
    );
    const short = await ws.call("read_file", { path: "short" });
    expect(short.text).toContain("read as Windows-1252 (guessed)");
    expect(short.text).toContain("GBK fits too: pass encoding to say which");
    expect(short.data).toMatchObject({ encodingBasis: "guessed" });
    const told = await ws.call("read_file", { path: "short", encoding: "cp1252" });
    expect(told.text).toContain("7 B, Windows-1252, no line ends");
    expect(told.data).toMatchObject({ encodingBasis: "told" });
    expect(await ws.call("read_file", { path: "gbk", encoding: "utf-8" })).toMatchObject({
      code: "encoding",
    });
    expect(await ws.call("read_file", { path: "gbk", encoding: "klingon" })).toMatchObject({
      code: "invalidInput",
    });
  });

  it("takes no text that it cannot hold, and names the characters and the way", async () => {
    using ws = openTestWorkspace({ gbk, sjis });
    for (const meta of [{}, { "loopwright/preview": true }]) {
      const refused = await ws.call("edit_file", { path: "sjis", old_str: "丸", new_str: "é😀" }, meta);
      expect(refused).toMatchObject({ code: "encoding" });
      expect(refused.text).toContain("sjis is Shift_JIS, which has no é (U+00E9), 😀 (U+1F600)");
      expect(refused.text).toContain("write_file with encoding: utf-8");
    }
    const emoji = { path: "gbk", old_str: "甲", new_str: "😀" };
    expect((await ws.call("edit_file", emoji)).text).toContain("encoding: gb18030");
    expect(ws.bytes("gbk").equals(gbk)).toBe(true);
    expect(await ws.call("edit_file", { ...emoji, encoding: "gb18030" })).toMatchObject({ isError: false });
    expect(iconv.decode(ws.bytes("gbk"), "gb18030")).toContain("标题:😀\r\n");
    expect(ws.bytes("sjis").equals(sjis)).toBe(true);
  });

  it("is not given new text in an encoding that is a toss-up", async () => {
    using ws = openTestWorkspace({ short: iconv.encode("Größe=5", "windows-1252") });
    const input = { path: "short", old_str: "5", new_str: "ü" };
    const refused = await ws.call("edit_file", input);
    expect(refused).toMatchObject({ code: "encoding" });
    expect(refused.text).toContain("could be Windows-1252 or GBK");
    expect(await ws.call("edit_file", { ...input, new_str: "6" })).toMatchObject({ isError: false });
    expect(await ws.call("edit_file", { ...input, old_str: "6", encoding: "windows-1252" })).toMatchObject({
      isError: false,
    });
    expect(ws.bytes("short").toString("latin1")).toBe("Größe=ü");
  });

  it("is converted by write_file when asked, and made in an encoding that is named", async () => {
    using ws = openTestWorkspace({ gbk });
    const shown = await ws.call(
      "write_file",
      { path: "gbk", content: "甲\n", encoding: "utf-8" },
      { "loopwright/preview": true },
    );
    expect(shown.data).toMatchObject({ preview: { files: [{ after: "甲\r\n" }] } });
    await ws.call("write_file", { path: "gbk", content: "甲\n", encoding: "utf-8" });
    expect(ws.text("gbk")).toBe("甲\r\n");
    await ws.call("write_file", { path: "new.txt", content: "甲\n", encoding: "gbk" });
    expect(ws.bytes("new.txt").equals(iconv.encode("甲\n", "gbk"))).toBe(true);
    await ws.call("write_file", { path: "u16.txt", content: "甲", encoding: "utf-16le" });
    expect(ws.bytes("u16.txt").toString("hex")).toBe("fffe3275");
    await ws.call("write_file", { path: "u16.txt", content: "乙" });
    expect(ws.bytes("u16.txt").toString("hex")).toBe("fffe594e");
  });

  it("whose bytes would be written differently is left alone, and reached by another way", async () => {
    const doubled = Buffer.concat([sjis, Buffer.from("8790", "hex")]);
    using ws = openTestWorkspace({ doubled });
    const input = { path: "doubled", encoding: "shift_jis", old_str: "=", new_str: ":", all: true };
    const refused = await ws.call("edit_file", input);
    expect(refused).toMatchObject({ code: "encoding" });
    expect(refused.text).toContain("iso-8859-1");
    expect(ws.bytes("doubled").equals(doubled)).toBe(true);
    expect(await ws.call("edit_file", { ...input, encoding: "iso-8859-1" })).toMatchObject({
      isError: false,
    });
    const wanted = Buffer.from(doubled.toString("latin1").replaceAll("=", ":"), "latin1");
    expect(ws.bytes("doubled").equals(wanted)).toBe(true);
  });

  it("takes decided content in its own encoding, splicing into the original bytes", async () => {
    using ws = openTestWorkspace({ gbk });
    const input = { path: "gbk", old_str: "甲", new_str: "乙" };
    const shown = await ws.call("edit_file", input, { "loopwright/preview": true });
    const { files } = shown.data["preview"] as { files: { baseHash: string; after: string }[] };
    const content = files[0]?.after.replace("乙", "丙丁") ?? "";
    const decided = { files: [{ path: "gbk", baseHash: files[0]?.baseHash, content }] };
    await ws.call("edit_file", input, { "loopwright/commit": decided });
    expect(iconv.decode(ws.bytes("gbk"), "gbk")).toBe("标题:丙丁\r\n数量:3\r\n说明:这是样例\r\n");
  });
});

const units: Readonly<Record<string, readonly string[]>> = {
  gbk: ["a", "中", "文", "；", "\n", "\r\n", "\r", "$&"],
  gb18030: ["a", "中", "😀", "é", "\n", "\r\n"],
  shift_jis: ["a", "あ", "漢", "ｱ", "\\", "~", "\n", "\r\n"],
  "windows-1252": ["a", "é", "ß", "€", "“", "\n", "\r\n", "\r"],
  big5: ["a", "繁", "體", "\n"],
  "euc-kr": ["a", "한", "글", "\n"],
  "utf-16le": ["a", "中", "😀", "\n", "\r\n", "\0"],
  "utf-16be": ["a", "é", "\n", "\r"],
  "utf-8": ["a", "é", "e\u0301", "😀", "“", "\u00a0", "\n", "\r\n", "\r", "$`"],
};

function spliced(text: string, old: string, replace: string): string {
  const at = text.indexOf(old);
  return text.slice(0, at) + replace + text.slice(at + old.length);
}

describe("edit_file", () => {
  it("makes in any encoding exactly the asked splice, or leaves the file and says why", async () => {
    using ws = openTestWorkspace();
    const one = fc.constantFrom(...Object.keys(units)).chain((encoding) => {
      const all = units[encoding] ?? [];
      const text = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 14 });
      // Without line ends in them, so that the expected splice needs no rule of its own for CRLF.
      const plain = all.filter((unit) => !/[\r\n]/.test(unit));
      const word = fc.string({ unit: fc.constantFrom(...plain), minLength: 1, maxLength: 3 });
      const other = fc.oneof(word, fc.constantFrom("Ω", "😀", "$1", "中"));
      return fc.tuple(
        fc.constant(encoding),
        text,
        fc.nat(13),
        fc.integer({ min: 1, max: 3 }),
        other,
        fc.boolean(),
      );
    });
    let edited = 0;
    await fc.assert(
      fc.asyncProperty(one, async ([encoding, parts, from, length, replace, isTold]) => {
        const text = parts.join("");
        const old = parts
          .slice(from % parts.length, (from % parts.length) + length)
          .join("")
          .replaceAll(/[\r\n]/g, "");
        const before = iconv.encode(text, encoding);
        ws.put("f", before);
        const told = isTold ? { encoding } : {};
        const answer = await ws.call("edit_file", { path: "f", old_str: old, new_str: replace, ...told });
        const after = ws.bytes("f");
        if (answer.isError) {
          expect(after.equals(before)).toBe(true);
          expect(["noMatch", "ambiguous", "encoding", "notText", "invalidInput", "exists"]).toContain(
            answer.code,
          );
          return;
        }
        edited += 1;
        // A guess may be wrong: then what was asked for was found in the text as it was read.
        const read = isTold ? encoding : encodingRead(answer.data);
        const given = iconv.decode(before, read, { stripBOM: false });
        const wanted = iconv.encode(spliced(given, old, replace), read);
        expect(after.toString("hex")).toBe(wanted.toString("hex"));
        expect(iconv.decode(after, read, { stripBOM: false }).includes("\ufffd")).toBe(false);
      }),
      { numRuns: 400, seed: 22 },
    );
    expect(edited).toBeGreaterThan(100);
    expect(readdirSync(ws.root)).toEqual(["f"]);
  }, 60_000);
});

function encodingRead(data: Record<string, unknown>): string {
  const [changed] = data["changed"] as { encoding: string }[];
  return (changed?.encoding ?? "").replace(" LE", "LE").replace(" BE", "BE");
}
