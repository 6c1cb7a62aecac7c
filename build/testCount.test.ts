import { describe, expect, it } from "vitest";
import { countResults } from "./testCount.mjs";

const report = (files: { status: string; tests: string[] }[]) =>
  JSON.stringify({
    testResults: files.map(({ status, tests }, index) => ({
      name: `file${index}.test.ts`,
      status,
      assertionResults: tests.map((test) => ({ status: test })),
    })),
  });

describe("countResults", () => {
  it("adds up all files", () => {
    const text = report([
      { status: "passed", tests: ["passed", "passed"] },
      { status: "failed", tests: ["passed", "failed"] },
    ]);
    expect(countResults(text, 1)).toEqual({ passed: 3, failed: 1, remarks: [] });
  });

  it("counts a file that could not be loaded as a failure and names it", () => {
    const counted = countResults(report([{ status: "failed", tests: [] }]), 1);
    expect(counted).toMatchObject({ passed: 0, failed: 1 });
    expect(counted.remarks).toEqual([expect.stringContaining("file0.test.ts")]);
  });

  it("counts a file whose clean-up failed after its tests passed", () => {
    expect(countResults(report([{ status: "failed", tests: ["passed"] }]), 1)).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  it("names a test that passed only when tried again, with its first failure", () => {
    const tried = { status: "passed", fullName: "a b", failureMessages: ["Error: late\n    at line 1"] };
    const text = JSON.stringify({
      testResults: [{ name: "c.test.ts", status: "passed", assertionResults: [tried] }],
    });
    expect(countResults(text, 0)).toEqual({
      passed: 1,
      failed: 0,
      remarks: ["Passed only when tried again: c.test.ts > a b (Error: late)"],
    });
  });

  it("does not believe a report of successes when the runner ended badly", () => {
    const counted = countResults(report([{ status: "passed", tests: ["passed"] }]), 1);
    expect(counted).toMatchObject({ passed: 1, failed: 1 });
    expect(counted.remarks).toHaveLength(1);
  });

  it("takes a missing report for a failure, and says so where no test ran", () => {
    expect(countResults("", 1)).toMatchObject({ passed: 0, failed: 1 });
    expect(countResults(report([]), 0)).toEqual({ passed: 0, failed: 0, remarks: ["No test ran."] });
  });
});
