import { describe, expect, it } from "vitest";
import { retryAfterMs } from "./retryAfter.ts";

const now = Date.UTC(2026, 4, 1, 12, 0, 0, 300);

describe("Retry-After in every form (PV-01)", () => {
  const cases: readonly [string, number | null][] = [
    ["2", 2000],
    ["0", 0],
    ["1.5", 1500],
    ["999999", 999_999_000],
    ["Fri, 01 May 2026 12:00:04 GMT", 3700],
    ["Fri, 01 May 2026 11:00:00 GMT", 0],
    ["Friday, 01-May-26 12:00:04 GMT", 3700],
    ["Fri May  1 12:00:04 2026", 3700],
    ["2abc", null],
    ["-5", null],
    ["soon", null],
    ["", null],
    ["2026", 2_026_000],
    ["Fri, 99 May 2026 99:99:99 GMT", null],
  ];
  it.each(cases)("%s", (value, expected) => {
    expect(retryAfterMs(new Headers({ "retry-after": value }), now)).toBe(expected);
  });
  it("takes milliseconds where a server gives them, and null where nothing is said", () => {
    expect(retryAfterMs(new Headers({ "retry-after-ms": "250", "retry-after": "2" }), now)).toBe(250);
    expect(retryAfterMs(new Headers(), now)).toBeNull();
  });
});
