import { describe, expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { hunkOf, restoringEdit } from "./hunks.ts";

const model = (text: string) => {
  const lines = text.split("\n");
  return {
    getLineCount: () => lines.length,
    getLineMaxColumn: (line: number) => (lines[line - 1] ?? "").length + 1,
    getLineContent: (line: number) => lines[line - 1] ?? "",
    getEOL: () => "\n",
  };
};

const applied = (old: string, now: string, hunk: ReturnType<typeof hunkOf>): string => {
  const { range, text } = restoringEdit(model(old), model(now), hunk);
  const lines = now.split("\n");
  const offset = (line: number, column: number): number =>
    lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const from = offset(range.startLineNumber, range.startColumn);
  return now.slice(0, from) + text + now.slice(offset(range.endLineNumber, range.endColumn));
};

const change = (old: readonly [number, number], now: readonly [number, number]) =>
  hunkOf({
    originalStartLineNumber: old[0],
    originalEndLineNumber: old[1],
    modifiedStartLineNumber: now[0],
    modifiedEndLineNumber: now[1],
  });

describe("a hunk that is left out", () => {
  verifies(["GOV-02"], "the editor's own counting of empty sides becomes the contract's", () => {
    expect(change([2, 3], [2, 2])).toEqual({ before: { start: 2, count: 2 }, after: { start: 2, count: 1 } });
    expect(change([2, 0], [3, 4])).toEqual({ before: { start: 3, count: 0 }, after: { start: 3, count: 2 } });
    expect(change([1, 1], [0, 0])).toEqual({ before: { start: 1, count: 1 }, after: { start: 1, count: 0 } });
  });

  verifies(["GOV-02"], "the lines are again what they were, wherever the hunk stands", () => {
    expect(applied("a\nb\nc", "a\nX\nY\nc", change([2, 2], [2, 3]))).toBe("a\nb\nc");
    expect(applied("a\nc", "a\nb\nc", change([1, 0], [2, 2]))).toBe("a\nc");
    expect(applied("a", "a\nb", change([1, 0], [2, 2]))).toBe("a");
    expect(applied("a\nb\nc", "a\nc", change([2, 2], [1, 0]))).toBe("a\nb\nc");
    expect(applied("a\nb", "a", change([2, 2], [1, 0]))).toBe("a\nb");
    expect(applied("a\nb", "b", change([1, 1], [0, 0]))).toBe("a\nb");
  });
});
