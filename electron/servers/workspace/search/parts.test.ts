import { describe, expect, it } from "vitest";
import { unreadPaths } from "./explain.ts";
import { globTest, literalPart } from "./globMatch.ts";
import { hitOf, hitOfLongLine } from "./hits.ts";
import { createLineSplitter, type LongLine } from "./jsonLines.ts";

function split(chunks: readonly Buffer[], maxBytes: number): { lines: string[]; long: LongLine[] } {
  const lines: string[] = [];
  const long: LongLine[] = [];
  const feed = createLineSplitter(
    { onLine: (line) => lines.push(line), onLongLine: (line) => long.push(line) },
    maxBytes,
  );
  for (const chunk of chunks) feed(chunk);
  return { lines, long };
}

describe("createLineSplitter", () => {
  it("gives the same lines however the bytes are cut, and the place of a line too long to keep", () => {
    const long = `{"type":"match","data":{"path":{"text":"a.js"},"lines":{"text":"${"x\\"},".repeat(400)}"},"line_number":17,"absolute_offset":0,"submatches":[${"{},".repeat(300)}]}}`;
    const bytes = Buffer.from(`{"é":1}\n${long}\nlast\n`);
    for (const size of [1, 2, 7, 64, 100, 1_000, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      const got = split(chunks, 500);
      expect(got.lines, `${size}`).toEqual(['{"é":1}', "last"]);
      const hit = got.long[0] === undefined ? null : hitOfLongLine(got.long[0]);
      expect(hit, `${size}`).toMatchObject({ path: "a.js", line: 17 });
    }
  });
});

describe("hitOf", () => {
  it("reads a match, and nothing from other messages or a cut line", () => {
    const match =
      '{"type":"match","data":{"path":{"text":"./a:b.ts"},"lines":{"text":"é x\\n"},"line_number":3,"absolute_offset":0,"submatches":[{"match":{"text":"x"},"start":3,"end":4}]}}';
    expect(hitOf(match)).toEqual({ path: "a:b.ts", line: 3, text: "é x", isOddName: false });
    expect(hitOf(match.slice(0, 60))).toBeNull();
    expect(hitOf('{"type":"begin","data":{"path":{"text":"a"}}}')).toBeNull();
  });
});

describe("unreadPaths", () => {
  it("names what the system did not let it read", () => {
    const stderr =
      "rg: ./b.txt: Permission denied (os error 13)\nrg: ./x: y/z: Input/output error (os error 5)\n";
    expect(unreadPaths(stderr)).toEqual(["b.txt", "x"]);
    expect(unreadPaths("rg: regex parse error:\n    (\n")).toEqual([]);
  });
});

describe("globTest", () => {
  it.each([
    ["*.ts", "a/b.ts", true],
    ["a/*.ts", "a/b/c.ts", false],
    ["a/**/*.ts", "a/c.ts", true],
    ["**/x", "line\nbreak/x", true],
    ["a[1].md", "a[1].md", true],
    ["a[1].md", "a1.md", true],
    ["{type} card.md", "{type} card.md", true],
    ["-rf.md", "-rf.md", true],
    [".*", ".env", true],
    ["./src/*", "src/a", true],
    ["a{", "a{", true],
    ["a[", "a[", true],
    ["!a", "b", true],
  ])("%j fits %j: %s", (glob, path, fits) => {
    expect(globTest(glob, false)(path)).toBe(fits);
  });

  it("knows the plain part of a glob", () => {
    expect(literalPart("**/*.test.tsx")).toBe("test.tsx");
    expect(literalPart("src/**")).toBe("");
  });
});
