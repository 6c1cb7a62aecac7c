import { describe, expect, it } from "vitest";
import { Refusal, refusalFromSystem } from "./index.ts";

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

describe("refusalFromSystem", () => {
  it("says of every kind of failure what it is and what to do next", () => {
    for (const [errno, code, says] of [
      ["ENOSPC", "full", "no space is left"],
      ["EDQUOT", "full", "no space is left"],
      ["EACCES", "denied", "does not allow it (EACCES)"],
      ["EROFS", "denied", "does not allow it (EROFS)"],
      ["ENOENT", "notFound", "does not exist any more"],
      ["ENAMETOOLONG", "invalidInput", "too long"],
      ["EMFILE", "resourceExhausted", "busy (EMFILE)"],
      ["EBUSY", "resourceExhausted", "busy (EBUSY)"],
      ["EIO", "internal", "EIO: it failed"],
    ] as const) {
      const refusal = refusalFromSystem(failure(errno), "write", "a.txt");
      expect(refusal.code, errno).toBe(code);
      expect(refusal.message).toContain("Could not write a.txt");
      expect(refusal.message).toContain(says);
      expect(refusal.advice.length, errno).toBeGreaterThan(10);
    }
  });

  it("keeps a refusal as it is", () => {
    const refusal = new Refusal("stale", "x");
    expect(refusalFromSystem(refusal, "write", "a")).toBe(refusal);
  });
});
