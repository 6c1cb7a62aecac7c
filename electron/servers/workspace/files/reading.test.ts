import { truncateSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import { firstInvalidUtf8 } from "./encoding.ts";
import { LineScanner } from "./lineScanner.ts";
import { scanText } from "./scanText.ts";

describe("read_file", () => {
  it("shows numbered lines under a summary; both names of each argument work", async () => {
    using ws = openTestWorkspace({ "a.txt": "one\r\ntwo\r\nthree" });
    expect((await ws.call("read_file", { path: "a.txt" })).text).toBe(
      "a.txt: lines 1-3 of 3, 15 B, UTF-8, CRLF; no newline at the end\n\n1\tone\n2\ttwo\n3\tthree",
    );
    const windowed = await ws.call("read_file", { filename: "a.txt", offset: 2, max_lines: 1 });
    expect(windowed.text).toContain("lines 2-2 of 3");
    expect(windowed.text).toContain("next offset 3\n\n2\ttwo");
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
    expect(text).toContain("not UTF-8");
    expect(text).toContain("1\t# \\xa9 x");
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
          const scanner = new LineScanner(from, count);
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
      { numRuns: 500 },
    );
  });
});

describe("firstInvalidUtf8", () => {
  it("finds where text stops being UTF-8", () => {
    expect(firstInvalidUtf8(Buffer.from("grün"))).toBe(-1);
    expect(firstInvalidUtf8(Buffer.from("ab\xa9c", "latin1"))).toBe(2);
    expect(firstInvalidUtf8(Buffer.concat([Buffer.from("é🚀"), Buffer.from([0xff])]))).toBe(6);
  });
});
