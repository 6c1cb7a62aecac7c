import { describe, expect, it } from "vitest";
import {
  cargoCounts,
  jestCounts,
  mavenCounts,
  mochaCounts,
  nodeCounts,
  pytestCounts,
  vitestCounts,
} from "./counts.ts";

describe("counts of tests", () => {
  it("are the runner's own last words", () => {
    const vitest =
      " Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 3 passed | 2 skipped (6)\n   Start at  10:00:00\n";
    expect(vitestCounts(vitest)).toEqual({ passed: 3, failed: 1, skipped: 2 });
    expect(vitestCounts("\u001b[2m      Tests \u001b[22m \u001b[32m4 passed\u001b[39m (4)\n")).toEqual({
      passed: 4,
      failed: 0,
      skipped: 0,
    });
    const jest =
      "Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 skipped, 3 passed, 6 total\nSnapshots:   0 total\n";
    expect(jestCounts(jest)).toEqual({ passed: 3, failed: 1, skipped: 2 });
    expect(mochaCounts("\n  3 passing (5ms)\n  1 pending\n  2 failing\n\n  1) a\n")).toEqual({
      passed: 3,
      failed: 2,
      skipped: 1,
    });
    expect(nodeCounts("ℹ tests 4\nℹ pass 1\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 0\n")).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
    });
    expect(
      pytestCounts("= FAILURES =\n=== 1 failed, 3 passed, 1 xfailed, 2 warnings in 0.12s ===\n"),
    ).toEqual({
      passed: 3,
      failed: 1,
      skipped: 1,
    });
    expect(pytestCounts("1 passed, 1 error in 75.10s (0:01:15)\n")).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
    const cargo =
      "test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n" +
      "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.01s\n";
    expect(cargoCounts(cargo)).toEqual({ passed: 3, failed: 1, skipped: 1 });
    const maven =
      "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in a.ATest\n" +
      "[ERROR] Tests run: 4, Failures: 1, Errors: 1, Skipped: 1\n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n";
    expect(mavenCounts(maven)).toEqual({ passed: 3, failed: 2, skipped: 1 });
  });

  it("are not guessed where the runner says none", () => {
    const texts = [
      "",
      "Error: Cannot find module\n",
      "I passed 3 tests\n",
      "no tests ran in 0.01s\n",
      "3 passed\n",
    ];
    for (const read of [
      cargoCounts,
      jestCounts,
      mavenCounts,
      mochaCounts,
      nodeCounts,
      pytestCounts,
      vitestCounts,
    ])
      for (const text of texts) expect(read(text), text).toBeNull();
  });
});
