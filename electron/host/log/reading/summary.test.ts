import { describe, expect, it } from "vitest";
import { eventTypes } from "../../../../shared/events/index.ts";
import { summarise, visible } from "./summary.ts";

describe("summarise", () => {
  it("says something for every type, whatever is left of its body", () => {
    for (const type of eventTypes) {
      expect(summarise(type, {})).not.toBe("undefined");
      expect(
        summarise(type, { text: 5, calls: "x", arguments: null, error: null, reasons: {} }).length,
      ).toBeLessThanOrEqual(160);
    }
  });

  it("is one short line with odd characters visible", () => {
    const line = summarise("message.user", { text: `a\nb\u202e\u0000${"x".repeat(500)}` });
    expect(line).toMatch(/^a b\\u202e\\u0000x+…$/);
    expect(line).toHaveLength(160);
    expect(visible("\u001b[31m")).toBe("\\u001b[31m");
  });
});
