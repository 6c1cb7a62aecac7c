import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import { diffOf, showAround } from "./diff.ts";
import { changeBetween } from "./textChange.ts";

function diff(before: string | null, after: string) {
  return diffOf("a.txt", before, after, changeBetween(before ?? "", after));
}

describe("diffOf", () => {
  it("is a patch that makes the new text of the old one, byte for byte", () => {
    const unit = fc.constantFrom("a", "b", "é", "🚀", "\n", "\n", "\r\n", "\r");
    const text = fc.string({ unit, maxLength: 60 });
    const pair = fc.oneof(
      fc.tuple(text, text),
      fc.tuple(text, text, text, text).map(([a, b, c, d]) => [a + b + d, a + c + d] as const),
    );
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const made = diff(before, after);
        if (before === after) expect(made).toMatchObject({ linesAdded: 0, linesRemoved: 0 });
        else {
          const lineEnds = { autoConvertLineEndings: false };
          expect(applyPatch(before, made.diff ?? "", lineEnds)).toBe(after);
        }
      }),
      { numRuns: 2_000, seed: 31 },
    );
  });

  it("looks as usual, with the lines around and the end of the file marked", () => {
    expect(diff("1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\n5\n6\n7\nX\n9").diff).toBe(
      "--- a/a.txt\n+++ b/a.txt\n@@ -5,5 +5,5 @@\n 5\n 6\n 7\n-8\n+X\n 9\n\\ No newline at end of file\n",
    );
    expect(diff(null, "a\n").diff).toBe("--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+a\n");
    expect(diff("a\n", "").diff).toBe("--- a/a.txt\n+++ b/a.txt\n@@ -1 +0,0 @@\n-a\n");
  });

  it("is bounded in size and time, and says so", () => {
    const lines = (word: string): string =>
      Array.from({ length: 40_000 }, (_, i) => `${word}${(i * 7919) % 40_009}`).join("\n");
    const started = performance.now();
    const large = diff(lines("a"), lines("b"));
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(large).toMatchObject({ diff: null, linesAdded: 40_000, linesRemoved: 40_000 });
    expect(large.diffOmitted).toContain("the limit is 30 KB");
  });
});

describe("a change", () => {
  it("carries the diff of what is on disk", async () => {
    using ws = openTestWorkspace({ "w.txt": "\ufeffa\r\nb\r\n" });
    const { data } = await ws.call("edit_file", { path: "w.txt", old_str: "b", new_str: "$&" });
    expect(data["changed"]).toMatchObject([
      {
        diff: "--- a/w.txt\n+++ b/w.txt\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+$&\r\n",
        linesAdded: 1,
        linesRemoved: 1,
      },
    ]);
  });
});

describe("showAround", () => {
  it("numbers the lines around a place", () => {
    const text = "1\r\n2\r\n3\r\n4\r\n5\r\n";
    expect(showAround(text, text.indexOf("4"), 3)).toBe("2\t2\n3\t3\n4\t4");
    expect(showAround("", 0)).toBe("");
  });
});
