import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { findMatches, splice } from "./splice.ts";

const edit = (text: string, old: string, replace: string): string =>
  splice(text, old, replace, findMatches(text, old));
/** Text from few characters, so that matches, overlaps and line ends happen often. */
const plain = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "🚀", "$", "&"), maxLength: 40 });
const needle = fc.string({
  unit: fc.constantFrom("a", "b", "\n", "é", "🚀", "$", "&"),
  minLength: 1,
  maxLength: 4,
});
const crlf = (text: string): string => text.replaceAll("\n", "\r\n");

describe("splice", () => {
  it("replaces exactly what was asked in a text with plain line ends", () => {
    fc.assert(
      fc.property(plain, needle, plain, (text, old, replace) => {
        expect(edit(text, old, replace)).toBe(text.split(old).join(replace));
      }),
      { numRuns: 1_000, seed: 6 },
    );
  });

  it("does in a CRLF text what it does in the same text with plain line ends", () => {
    fc.assert(
      fc.property(plain, needle, plain, (text, old, replace) => {
        if (!text.includes("\n")) return;
        expect(edit(crlf(text), old, replace)).toBe(crlf(text.split(old).join(replace)));
      }),
      { numRuns: 1_000, seed: 6 },
    );
  });

  it("leaves every line outside the match byte for byte in a text of mixed line ends", () => {
    const mixed = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "\r"), maxLength: 30 });
    fc.assert(
      fc.property(mixed, mixed, needle, plain, (before, after, old, replace) => {
        const text = `${before}<${old}>${after}`;
        const result = edit(text, `<${old}>`, replace);
        expect(result.startsWith(before)).toBe(true);
        expect(result.endsWith(after)).toBe(true);
      }),
      { seed: 6 },
    );
  });

  it("keeps line ends that the edit does not touch inside a match", () => {
    expect(edit("a\r\nb\nc\r\n", "a\nb\nc", "a\nX\nb\nc")).toBe("a\r\nX\r\nb\nc\r\n");
  });

  it("takes carriage returns in the search text literally", () => {
    expect(edit("a\r\nb\r\n", "a\r\n", "a\n")).toBe("a\nb\r\n");
  });

  it("writes dollar signs literally (ED-09)", () => {
    const replace = "/run/$$-$&-$`-$'-$1-$<n>.pid";
    expect(edit("head\nPID=OLD\ntail\n", "OLD", replace)).toBe(`head\nPID=${replace}\ntail\n`);
  });
});

describe("findMatches", () => {
  verifies("TOOL-04", "looks once through a long line with very many matches", () => {
    const found = findMatches(`${"a".repeat(400_000)}\na`, "a");
    expect([found.length, found[399_999]?.line, found.at(-1)?.line]).toEqual([400_001, 1, 2]);
  });

  it("gives the line of each match and counts overlapping ones", () => {
    expect(findMatches("[a]\nr\n[b]\nr\n[c]\nr\n", "r").map((match) => match.line)).toEqual([2, 4, 6]);
    expect(findMatches("aaa", "aa")).toHaveLength(2);
    expect(findMatches("x\r\ny\r\nx\r\ny\r\n", "x\ny").map((match) => match.line)).toEqual([1, 3]);
  });
});
