import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/contract/index.ts";
import { summaryOf } from "./summary.ts";

const of = (args: unknown): string => summaryOf({ arguments: args as JsonObject });

describe("summaryOf", () => {
  it.each([
    [{ path: "src/main.mjs", old_str: "a", new_str: "b" }, "src/main.mjs"],
    [{ filename: "a.txt", max_lines: 3 }, "a.txt"],
    [{ command: "npm test", cwd: "." }, "npm test"],
    [{ program: "node", args: ["--test", "a b"] }, "node --test a b"],
    [{ pattern: "fib", path: "src" }, "fib · src"],
    [{ query: "天气" }, "天气"],
    [{ a: 1, b: { c: 2 }, d: [1, 2], e: null, f: 1 }, "a: 1, b: {…}, d: [2], e: null"],
    [{ path: "" }, 'path: ""'],
    [{}, ""],
    ["SELECT 1", "SELECT 1"],
    [null, ""],
    [["a", "b"], "a b"],
  ])("names the object of %j", (args, expected) => {
    expect(of(args)).toBe(expected);
  });

  it("stays one line, bounded, with hidden characters named", () => {
    expect(of({ command: "a\n  b\u202ec" })).toBe("a ⏎ b⟨U+202E⟩c");
    expect(of({ command: "x".repeat(100_000) }).length).toBeLessThan(300);
  });
});
