import { describe, expect, it } from "vitest";
import { boundedJson, wholeJson } from "./json.ts";

describe("boundedJson", () => {
  it("writes what JSON.stringify writes", () => {
    for (const value of [
      { a: 1, b: ["x", { c: null }], d: {}, e: [] },
      "text",
      3,
      null,
      [],
      [[1], [2, 3]],
      true,
    ])
      expect(boundedJson(value, 10_000)).toEqual({
        text: JSON.stringify(value, null, 2).replace("{\n}", "{}"),
        isCut: false,
      });
  });

  it("stops at the limit, however large the value", () => {
    const wide = Array.from({ length: 300_000 }, (_, at) => ({ at }));
    let deep: unknown = 1;
    for (let at = 0; at < 20_000; at += 1) deep = { a: [deep] };
    const started = performance.now();
    for (const value of [wide, deep, "x".repeat(10_000_000)]) {
      const shown = boundedJson(value, 20_000);
      expect(shown.isCut).toBe(true);
      expect(shown.text.length).toBeLessThanOrEqual(20_000);
    }
    expect(performance.now() - started).toBeLessThan(1000);
    expect(wholeJson(deep)).toContain("/*");
  });
});
