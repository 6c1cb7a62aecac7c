import { truncateSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import { firstInvalidUtf8 } from "./encoding/index.ts";
import { lineDecoderOf } from "./lineDecoder.ts";
import { LineScanner } from "./lineScanner.ts";
import { scanText } from "./scanText.ts";

describe("read_file", () => {
  it("shows numbered lines under a summary; both names of each argument work", async () => {
    using ws = openTestWorkspace({ "a.txt": "one\r\ntwo\r\nthree" });
    expect((await ws.call("read_file", { path: "a.txt" })).text).toBe(
      "a.txt: lines 1-3 of 3, 15 B, UTF-8, CRLF; no newline at the end; hash 553675815160\n\n1\tone\n2\ttwo\n3\tthree",
    );
    const windowed = await ws.call("read_file", { filename: "a.txt", offset: 2, max_lines: 1 });
    expect(windowed.text).toContain("lines 2-2 of 3");
    expect(windowed.text).toMatch(/next offset 3; hash [0-9a-f]{12}\n\n2\ttwo$/);
    expect(await ws.call("read_file", { path: "a.txt", offset: 9 })).toMatchObject({ code: "invalidInput" });
  });

  it("cuts at 2,000 lines and at 30 KB, whichever comes first, and says which", async () => {
    using ws = openTestWorkspace({
      "many.txt": "x\n".repeat(2_500),
      "wide.txt": `${"y".repeat(500)}\n`.repeat(200),
    });
    expect((await ws.call("read_file", { path: "many.txt" })).text).toContain(
      "cut at 2,000 lines; next offset 2001",
    );
    const wide = await ws.call("read_file", { path: "wide.txt" });
    expect(wide.text).toContain("cut at 30 KB; next offset 60");
    expect(Buffer.byteLength(wide.text)).toBeLessThanOrEqual(30 * 1024);
  });

  it("cuts a long line between characters and says how much is left out (RD-02)", async () => {
    using ws = openTestWorkspace({
      "small.js": `a${"🚀".repeat(20_000)}`,
      "big.js": `var a=[${"1234567890,".repeat(190_000)}0];`,
    });
    for (const path of ["small.js", "big.js"]) {
      const { text } = await ws.call("read_file", { path, offset: 1, limit: 1 });
      expect(text).toMatch(/… \[truncated: first [\d,]+ characters shown, [\d,]+ bytes omitted\]/);
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThan(5_000);
    }
  });

  it("names binary files, reads UTF-16, and shows other encodings without loss (RD-03, ED-07)", async () => {
    using ws = openTestWorkspace({
      "tool.bin": Buffer.from("7f454c4600ff00fe90".repeat(8_000), "hex"),
      "u16.txt": Buffer.from("//5HAHIA9gDfAGUAPQA1AA0ACgBEAG8AbgBlAA0ACgA=", "base64"),
      "latin.cfg": Buffer.from("# \xa9 x\n", "latin1"),
    });
    const binary = await ws.call("read_file", { path: "tool.bin" });
    expect(binary).toMatchObject({
      code: "notText",
      text: expect.stringContaining("binary file (70.3 KB)") as unknown,
    });
    expect((await ws.call("read_file", { path: "u16.txt" })).text).toContain("1\tGröße=5\n2\tDone");
    const { text } = await ws.call("read_file", { path: "latin.cfg" });
    expect(text).toContain("read as Windows-1252 (guessed)");
    expect(text).toContain("1\t# © x");
    ws.put("damaged.txt", Buffer.concat([Buffer.from("größer für é\n"), Buffer.from([0xff, 0x0a])]));
    const damaged = await ws.call("read_file", { path: "damaged.txt" });
    expect(damaged.text).toContain(
      "not UTF-8 (unknown encoding), LF; 1 byte that is not UTF-8 shown as \\xNN",
    );
    expect(damaged.text).toContain("1\tgrößer für é\n2\t\\xff");
  });

  it("reads from the start of a file far larger than memory should hold", async () => {
    using ws = openTestWorkspace({ "huge.log": "a line of text\n".repeat(1_000) });
    truncateSync(join(ws.root, "huge.log"), 2 * 1024 ** 3);
    const before = process.memoryUsage().rss;
    const { text, data } = await ws.call("read_file", { path: "huge.log", offset: 990, limit: 10 });
    expect(text).toContain(
      "lines 990-999 (total not counted), 2.0 GB, UTF-8, LF; cut at 10 lines; next offset 1000",
    );
    expect(data).toMatchObject({ lines: null, hash: null, bytes: 2 * 1024 ** 3 });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
  });
});

describe("LineScanner", () => {
  it("finds the same lines as reading all at once, wherever the pieces are cut", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "ü", "🚀", "\n", "\r\n", "\r"), maxLength: 40 });
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 7 }),
        (whole, from, count, step) => {
          const scanner = new LineScanner(from, count, lineDecoderOf("utf-8"));
          const bytes = Buffer.from(whole);
          for (let at = 0; at < bytes.length; at += step) scanner.push(bytes.subarray(at, at + step));
          scanner.end();
          const wanted = scanText(whole, from, count);
          expect(scanner.lines.map((line) => line.text)).toEqual(wanted.lines.map((line) => line.text));
          const { lineCount, crlf, lf } = scanner;
          expect({ lineCount, crlf, lf }).toEqual({
            lineCount: wanted.lineCount,
            crlf: wanted.crlf,
            lf: wanted.lf,
          });
        },
      ),
      { numRuns: 500, seed: 6 },
    );
  });
});

describe("a large file in a legacy encoding", () => {
  it("is read in pieces, its lines whole and its long ones cut between characters", async () => {
    const lines = Array.from({ length: 90_000 }, (_, i) =>
      i === 70_000 ? "标".repeat(9_000) : `第${i}行：测试内容`,
    );
    using ws = openTestWorkspace({ "big.txt": iconv.encode(lines.join("\r\n"), "gbk") });
    const { text, data } = await ws.call("read_file", { path: "big.txt", offset: 70_000, limit: 3 });
    expect(data).toMatchObject({ encoding: "read as GBK (guessed)", lines: 90_000, lineEnds: "CRLF" });
    const [first, long, last] = text.split("\n").slice(2);
    expect(first).toBe("70000\t第69999行：测试内容");
    expect(long).toMatch(
      /^70001\t标{2000}… \[truncated: first 2,000 characters shown, [\d,]+ bytes omitted\]$/,
    );
    expect(last).toBe("70002\t第70001行：测试内容");
    const rest = await ws.call("read_file", { path: "big.txt", offset: 70_001, column: 8_999 });
    expect(rest.text).toMatch(/columns 8999-9000 of 9,000, .*\n\n70001\t标标$/);
  });

  it("is not read as an encoding that it is not", async () => {
    using ws = openTestWorkspace({ "big.txt": Buffer.from("é\n".repeat(1_500_000), "latin1") });
    const { text } = await ws.call("read_file", { path: "big.txt", encoding: "shift_jis" });
    expect(text).toContain("that Shift_JIS does not explain");
  });
});

describe("line ends of an old Mac", () => {
  it("are named", async () => {
    using ws = openTestWorkspace({ "mac.txt": "a\rb\r" });
    expect((await ws.call("read_file", { path: "mac.txt" })).text).toContain("CR alone (shown as one line)");
  });
});

describe("firstInvalidUtf8", () => {
  it("finds where text stops being UTF-8", () => {
    expect(firstInvalidUtf8(Buffer.from("grün"))).toBe(-1);
    expect(firstInvalidUtf8(Buffer.from("ab\xa9c", "latin1"))).toBe(2);
    expect(firstInvalidUtf8(Buffer.concat([Buffer.from("é🚀"), Buffer.from([0xff])]))).toBe(6);
  });
});
