import { describe, expect, it } from "vitest";
import { filesToTryAgain, withSecondRun } from "./testAgain.mjs";
import { countResults } from "./testCount.mjs";

const test = (fullName: string, failure?: string) =>
  failure === undefined
    ? { status: "passed", fullName }
    : { status: "failed", fullName, failureMessages: [failure] };
const file = (name: string, ...tests: ReturnType<typeof test>[]) => ({
  name,
  status: tests.length === 0 || tests.some(({ status }) => status === "failed") ? "failed" : "passed",
  assertionResults: tests,
});
const report = (...files: ReturnType<typeof file>[]): string => JSON.stringify({ testResults: files });

describe("a second run", () => {
  it("is for failed files with processes, and not for many", () => {
    const late = file("/p/test/e2e/a.test.ts", test("x", "late"));
    expect(filesToTryAgain(report(late, file("/p/shared/b.test.ts", test("y", "wrong"))))).toEqual([
      late.name,
    ]);
    expect(filesToTryAgain(report(file("/p/test/e2e/a.test.ts", test("x"))))).toEqual([]);
    expect(filesToTryAgain(report(...Array.from({ length: 6 }, () => late)))).toEqual([]);
    expect(filesToTryAgain("")).toEqual([]);
  });

  it("counts in place of the first, and names what needed it", () => {
    const first = report(
      file("/p/test/e2e/a.test.ts", test("x", "late\nat 1"), test("z")),
      file("/p/test/e2e/b.test.ts"),
      file("/p/shared/c.test.ts", test("y")),
    );
    const second = report(
      file("/p/test/e2e/a.test.ts", test("x"), test("z")),
      file("/p/test/e2e/b.test.ts", test("v")),
    );
    expect(countResults(withSecondRun(first, second), 0)).toEqual({
      passed: 4,
      failed: 0,
      remarks: [
        "Passed only when tried again: /p/test/e2e/a.test.ts > x (late)",
        "Passed only when tried again: /p/test/e2e/b.test.ts > v (The file could not be run.)",
      ],
    });
  });

  it("hides no failure: one that fails again, and one that fails only then", () => {
    const first = report(file("/p/test/e2e/a.test.ts", test("x", "late"), test("z")));
    const second = report(file("/p/test/e2e/a.test.ts", test("x", "late"), test("z", "worse")));
    expect(countResults(withSecondRun(first, second), 1)).toMatchObject({ passed: 0, failed: 2 });
  });
});
