import { structuredPatch } from "diff";
import fc from "fast-check";
import { describe, expect } from "vitest";
import type { Hunk } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { withoutHunks } from "./hunks.ts";

const at = (oldStart: number, oldCount: number, newStart: number, newCount: number): Hunk => ({
  before: { start: oldStart, count: oldCount },
  after: { start: newStart, count: newCount },
});

/** Hunks over lines as an editor counts them: the empty line behind a last line end is one. */
const hunksOf = (before: string, after: string): Hunk[] => {
  const counted = (text: string): string =>
    text
      .split("\n")
      .map((line) => `${line}|\n`)
      .join("");
  return structuredPatch("", "", counted(before), counted(after), "", "", { context: 0 }).hunks.map(
    ({ oldStart, oldLines, newStart, newLines }) => at(oldStart, oldLines, newStart, newLines),
  );
};

describe("hunks that go back", () => {
  verifies(["GOV-02"], "one hunk goes back and the others stay", () => {
    const before = "a\nb\nc\nd\ne\n";
    const after = "a\nB\nc\nd\nE\ne2\n";
    expect(withoutHunks(before, after, [at(2, 1, 2, 1)])).toBe("a\nb\nc\nd\nE\ne2\n");
    expect(withoutHunks(before, after, [at(5, 1, 5, 2)])).toBe("a\nB\nc\nd\ne\n");
    expect(withoutHunks("a\nb\n", "a\n", [at(2, 1, 2, 0)])).toBe("a\nb\n");
    expect(withoutHunks("a\n", "a\nb\n", [at(2, 0, 2, 1)])).toBe("a\n");
  });

  verifies(["GOV-02"], "a last line without its line end comes back without it, and CRLF stays CRLF", () => {
    expect(withoutHunks("a\nb", "a\nb\nc", [at(3, 0, 3, 1)])).toBe("a\nb");
    expect(withoutHunks("a\r\nb\r\n", "a\r\nX\r\n", [at(2, 1, 2, 1)])).toBe("a\r\nb\r\n");
  });

  verifies(["GOV-02"], "hunks that do not fit the texts, overlap or go backwards are refused", () => {
    expect(withoutHunks("a\n", "b\n", [at(1, 5, 1, 1)])).toBeNull();
    expect(withoutHunks("a\nb\n", "c\nd\n", [at(2, 1, 2, 1), at(1, 1, 1, 1)])).toBeNull();
    expect(withoutHunks("a\nb\n", "c\nd\n", [at(1, 2, 1, 2), at(2, 1, 2, 1)])).toBeNull();
  });

  verifies(["GOV-02"], "all hunks of any change give back the text before it, none the text after it", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(withoutHunks(before, after, hunksOf(before, after))).toBe(before);
        expect(withoutHunks(before, after, [])).toBe(after);
      }),
      { seed: 20_02, numRuns: 500 },
    );
  });
});
