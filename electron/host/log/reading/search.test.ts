import { describe, expect, it } from "vitest";
import { termsOf } from "./search.ts";

describe("termsOf", () => {
  it("quotes everything, so that nothing is syntax", () => {
    for (const { match } of termsOf('he"llo AND NEAR( a:b* ^x -y "" \u0000 {a}:b OR'))
      expect(match.replaceAll(/"(?:[^"]|"")*"\*?/g, "").replaceAll(" AND ", "")).toBe("");
  });

  it("asks trigrams for three characters and more, pieces for less, nothing for signs", () => {
    expect(termsOf("abcd")).toEqual([
      { text: "abcd", table: "trigrams", match: '"abc" AND "bcd"', isProven: false },
    ]);
    expect(termsOf("权限")).toEqual([{ text: "权限", table: "pieces", match: '"权限"', isProven: true }]);
    expect(termsOf("权")).toEqual([{ text: "权", table: "pieces", match: '"权"*', isProven: true }]);
    expect(termsOf("%")).toEqual([{ text: "%", table: null, match: "", isProven: false }]);
    expect(termsOf("  \u0000 ")).toEqual([]);
  });

  it("bounds what one question can cost", () => {
    const terms = termsOf("abcdefghijklmnopqrstuvwxyz0123456789".repeat(1000));
    expect(terms).toHaveLength(1);
    expect(terms[0]?.match.split(" AND ")).toHaveLength(12);
    expect(termsOf("a b c d e f g h i j k l m n o p q r s t").length).toBeLessThanOrEqual(16);
  });
});
