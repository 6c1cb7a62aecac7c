import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "./ready/app.mjs";
import { hasDisplay, startVirtualDisplay } from "./ready/display.mjs";
import { readyElectron } from "./ready/electron.mjs";
import { ensureInstalled } from "./ready/install.mjs";
import { requireNode24 } from "./ready/node24.mjs";
import { cacheDir, root, toolEnv } from "./ready/paths.mjs";
import { runMain, say } from "./ready/report.mjs";
import { runInForeground } from "./ready/run.mjs";
import { ensureSystem } from "./ready/system.mjs";
import { filesToTryAgain, withSecondRun } from "./testAgain.mjs";
import { countResults } from "./testCount.mjs";

const reportFile = path.join(cacheDir, "testReport.json");

/**
 * `npm test`: readies everything and runs all tests. Arguments after `--` go to Vitest (`npm test -- --project unit`).
 * The last line on stdout is `N passed, N failed`; the exit code is 0 only where something passed and nothing failed.
 */
await runMain(async () => {
  const args = process.argv.slice(2);
  try {
    await ensureInstalled();
    return needsWindow(args) ? await testWithWindow(args) : await runTests(args, toolEnv());
  } catch (error) {
    process.exitCode = 1;
    process.once("exit", () => process.stdout.write("0 passed, 1 failed\n"));
    throw error;
  }
});

/**
 * Whether the chosen projects open windows; without a choice, all run.
 * @param {readonly string[]} args
 */
function needsWindow(args) {
  const chosen = args.flatMap((arg, index) => {
    if (arg.startsWith("--project=")) return [arg.slice("--project=".length)];
    return arg === "--project" ? [args[index + 1] ?? ""] : [];
  });
  return chosen.length === 0 || chosen.some((name) => name !== "unit" && name !== "gates");
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function testWithWindow(args) {
  const electron = await readyElectron();
  const isVisible = await hasDisplay();
  await ensureSystem(electron.executable, {
    display: !isVisible,
    programs: ["zip", "fakeroot", "dpkg-deb", "bwrap"],
  });
  await ensureBuilt();
  if (isVisible) return runTests(args, toolEnv());
  say("No display here: windows open on a virtual one.");
  const display = await startVirtualDisplay();
  try {
    return await runTests(args, { ...toolEnv(), DISPLAY: display.name });
  } finally {
    await display.stop();
  }
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
async function runTests(args, env) {
  mkdirSync(cacheDir, { recursive: true });
  let { report, code } = await runVitest(args, env);
  const again = process.env["CI"] === undefined ? [] : filesToTryAgain(report);
  if (again.length > 0) {
    say(`Trying again what failed, once: ${again.join(", ")}`);
    const second = await runVitest([...args, ...again], env);
    if (second.report !== "") {
      report = withSecondRun(report, second.report);
      code = second.code;
    }
  }
  const { passed, failed, remarks } = countResults(report, code);
  for (const remark of remarks) say(remark);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{report: string, code: number}>} the report is empty where the runner left none
 */
async function runVitest(args, env) {
  rmSync(reportFile, { force: true });
  const node = await requireNode24();
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json"];
  const code = await runInForeground(node, [...vitest, `--outputFile.json=${reportFile}`, ...args], {
    cwd: root,
    env,
  });
  return { report: existsSync(reportFile) ? readFileSync(reportFile, "utf8") : "", code };
}
