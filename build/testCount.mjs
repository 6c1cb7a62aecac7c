/**
 * @typedef {object} Counted
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} remarks what the numbers alone do not say
 */

/**
 * Counts a Vitest run from its JSON report so that no failure is lost: a file that could not be loaded counts as one
 * failed test, and so does a run that ended badly although every test in the report passed.
 * @param {string} report the report's text; empty where there is none
 * @param {number} exitCode Vitest's
 * @returns {Counted}
 */
export function countResults(report, exitCode) {
  if (report === "") {
    return {
      passed: 0,
      failed: 1,
      remarks: ["The test runner ended without a report; the lines above say why."],
    };
  }
  /** @type {{name: string, status: string, assertionResults: {status: string, fullName: string, failureMessages?: string[]}[]}[]} */
  const files = JSON.parse(report).testResults;
  const results = files.flatMap((file) => file.assertionResults);
  const passed = results.filter(({ status }) => status === "passed").length;
  const failedTests = results.filter(({ status }) => status === "failed").length;
  const broken = files.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  const remarks = broken.map(({ name }) => `Counted as failed, its tests could not run: ${name}`);
  for (const { name, assertionResults } of files) {
    for (const { status, fullName, failureMessages = [] } of assertionResults) {
      const [first] = failureMessages;
      if (status !== "passed" || first === undefined) continue;
      remarks.push(`Passed only when tried again: ${name} > ${fullName} (${first.split("\n", 1)[0] ?? ""})`);
    }
  }
  let failed = failedTests + broken.length;
  if (failed === 0 && exitCode !== 0) {
    failed = 1;
    remarks.push(`Counted as failed: the test runner ended with code ${exitCode} although no test failed.`);
  }
  if (passed + failed === 0) remarks.push("No test ran.");
  return { passed, failed, remarks };
}
