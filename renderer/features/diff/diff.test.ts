import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hexOf } from "./colors.ts";
import { languageOf } from "./language.ts";
import { countLines, lineCounts } from "./lineCounts.ts";

it("counts a text's lines as splitting it would, and none of an empty one", () => {
  expect(["", "a", "a\n", "a\nb", "\n\n"].map(countLines)).toEqual([0, 1, 2, 2, 3]);
});

describe("lineCounts", () => {
  it("counts what a smallest diff adds and removes", () => {
    expect(lineCounts("a\nb\nc\n", "a\nx\ny\nc\n")).toEqual({ added: 2, removed: 1 });
    expect(lineCounts("", "a\nb\n")).toEqual({ added: 2, removed: 0 });
    expect(lineCounts("a\nb", "")).toEqual({ added: 0, removed: 2 });
    expect(lineCounts("a\r\nb\r\n", "a\nb\n")).toEqual({ added: 0, removed: 0 });
    expect(lineCounts("1\n2\n3\n4\n", "2\n3\n5\n4\n6\n")).toEqual({ added: 2, removed: 1 });
  });

  it("keeps the balance of lines, whatever the texts", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 })
      .map((all) => all.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { added, removed } = lineCounts(before, after);
        expect(added - removed).toBe(after.split("\n").length - before.split("\n").length);
        if (before === after) expect(added).toBe(0);
      }),
      { seed: 6 },
    );
  });

  it("counts single changes all over a long file", () => {
    const text = (name: (at: number) => string): string =>
      Array.from({ length: 10_000 }, (_, at) => `line ${at} ${name(at)}`).join("\n");
    const changed = lineCounts(
      text(() => "same"),
      text((at) => (at % 100 === 5 ? "other" : "same")),
    );
    expect(changed).toEqual({ added: 100, removed: 100 });
  });

  it("does not compare each with each where very many lines differ", () => {
    const many = (prefix: string): string =>
      Array.from({ length: 120_000 }, (_, at) => `${prefix}${at}`).join("\n");
    const started = performance.now();
    expect(lineCounts(many("a"), many("b"))).toEqual({ added: 120_000, removed: 120_000 });
    // Each with each would take minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("languageOf", () => {
  it("goes by the name", () => {
    expect(
      ["src/main.mjs", "a.TS", "x\\y\\Dockerfile", "no-extension", "a.constructor", ".env"].map(languageOf),
    ).toEqual(["javascript", "typescript", "shell", "plaintext", "plaintext", "plaintext"]);
  });
});

describe("hexOf", () => {
  it("reads what browsers compute", () => {
    expect(hexOf("rgb(255, 0, 16)")).toBe("#ff0010");
    expect(hexOf("rgba(0, 0, 0, 0.5)")).toBe("#00000080");
    expect(hexOf("color(srgb 1 0.5 0 / 0.2)")).toBe("#ff800033");
    expect(hexOf("#abcdef")).toBe("#abcdef");
  });
});
