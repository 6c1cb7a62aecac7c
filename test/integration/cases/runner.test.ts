import { describe, expect, it } from "vitest";
import { runCases } from "./runCases.ts";

describe("the cases runner", () => {
  it("says right, wrong with what was seen, and not run with why, and counts them", async () => {
    const { lines, code } = await runCases("small.json", "--area", "own");
    expect(lines).toEqual([
      "OWN-01 right",
      'OWN-02 wrong: pond.txt holds 10 bytes "two ducks\\n" instead of 11 bytes "nine swans\\n"',
      "OWN-03 not run: not built yet: argument depth of undo_last_edit",
      "OWN-04 not run: not built yet: check smells_of (the other 1 held)",
      "OWN-05 not run: by hand: a step in words",
      "OWN-06 not run: needs the window",
      "1 right, 1 wrong, 4 not run",
    ]);
    expect(code).toBe(1);
  }, 120_000);

  it("plays streams with the tools a case brings, whole and byte by byte, and scripted providers", async () => {
    const { lines, code } = await runCases("small.json", "--area", "streams");
    expect(lines).toEqual([
      "OWN-07 right",
      'OWN-08 wrong: the answer is "quack"',
      "1 right, 1 wrong, 0 not run",
    ]);
    expect(code).toBe(1);
  }, 120_000);

  it("runs one case by its id and ends with 0 when nothing is wrong", async () => {
    const { lines, code } = await runCases("small.json", "--id", "OWN-01");
    expect(lines).toEqual(["OWN-01 right", "1 right, 0 wrong, 0 not run"]);
    expect(code).toBe(0);
  }, 120_000);

  it("scores security cases: what was kept out of all cases, and which controls still work", async () => {
    const { lines, code } = await runCases("guard.json");
    expect(lines).toEqual([
      "OWN-SEC-01 right",
      expect.stringMatching(
        /^OWN-SEC-02 wrong: write .*: isError is false; \S+\/ws\/made\.txt is there$/,
      ) as string,
      "OWN-SEC-03 not run: needs the window",
      "OWN-SEC-04 right",
      "blocked 2/4, usable 3/4",
      "2 right, 1 wrong, 1 not run",
    ]);
    expect(code).toBe(1);
  }, 120_000);

  it("takes a category for an area, and says what is wrong with its arguments", async () => {
    const { lines } = await runCases("guard.json", "--area", "own-rest");
    expect(lines.at(-1)).toBe("1 right, 0 wrong, 1 not run");
    const none = await runCases("small.json", "--id", "OWN-99");
    expect(none.code).toBe(2);
    expect(none.errors).toMatch(/No case of .*small\.json fits/);
  }, 120_000);
});
