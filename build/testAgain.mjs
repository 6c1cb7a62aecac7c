/** Files that start processes and windows of the product: on a shared machine these can be late for reasons that are not its own. */
const withProcesses = /[\\/]test[\\/](?:integration|e2e)[\\/]/;
/** More failing files than that are no bad luck. */
const MOST_FILES = 5;

/**
 * @typedef {{status: string, fullName: string, failureMessages?: string[]}} TestResult
 * @typedef {{name: string, status: string, assertionResults: TestResult[]}} FileResult
 */

/**
 * The files worth a second run, each as a whole: tests of a file share one window or host, so that a single test could
 * not begin where it should. None where too many failed.
 * @param {string} report Vitest's JSON report; empty where there is none
 * @returns {string[]}
 */
export function filesToTryAgain(report) {
  if (report === "") return [];
  /** @type {FileResult[]} */
  const files = JSON.parse(report).testResults;
  const failed = files.filter(({ status }) => status === "failed").map(({ name }) => name);
  return failed.length > MOST_FILES ? [] : failed.filter((name) => withProcesses.test(name));
}

/**
 * The first report with its failed files replaced by their second run. A test that passed only then keeps its first
 * failure's message, by which `countResults` names it.
 * @param {string} first
 * @param {string} second
 * @returns {string}
 */
export function withSecondRun(first, second) {
  /** @type {FileResult[]} */
  const before = JSON.parse(first).testResults;
  /** @type {FileResult[]} */
  const again = JSON.parse(second).testResults;
  const testResults = before.map((file) => {
    const replaced = again.find(({ name }) => name === file.name);
    if (replaced === undefined) return file;
    const failures = new Map(file.assertionResults.map((test) => [test.fullName, test]));
    const assertionResults = replaced.assertionResults.map((test) => {
      const old = failures.get(test.fullName);
      if (test.status !== "passed" || old?.status === "passed") return test;
      return { ...test, failureMessages: old?.failureMessages ?? ["The file could not be run."] };
    });
    return { ...replaced, assertionResults };
  });
  return JSON.stringify({ testResults });
}
