import { checkSteps } from "./checkSteps.mjs";
import { requireNode24 } from "./ready/node24.mjs";
import { root, toolEnv } from "./ready/paths.mjs";
import { runMain } from "./ready/report.mjs";
import { run } from "./ready/run.mjs";

const stepTimeoutMs = 600_000;
/** Two at a time: each is nearly single-threaded, and laptops and CI have at least two cores. */
const lanes = 2;

/** `npm run check`: all gates, each with its own heading; the output of those that fail is shown in full. */
await runMain(async () => {
  const node = await requireNode24();
  const queue = [...checkSteps];
  /** @type {string[]} */
  const failed = [];
  const lane = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      if (!(await runStep(node, step))) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  process.stdout.write(failed.length === 0 ? "All checks passed.\n" : `Failed: ${failed.join(", ")}\n`);
  return failed.length === 0 ? 0 : 1;
});

/**
 * @param {string} node
 * @param {import("./checkSteps.mjs").CheckStep} step
 * @returns {Promise<boolean>} whether it passed
 */
async function runStep(node, { name, program, args }) {
  const startedAt = Date.now();
  const done = await run(node, [`node_modules/${program}`, ...args], {
    cwd: root,
    env: { ...toolEnv(), FORCE_COLOR: process.stdout.isTTY ? "1" : "0" },
    timeoutMs: stepTimeoutMs,
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${done.code === 0 ? "passed" : "FAILED"}  ${name}  ${seconds} s\n`);
  if (done.code !== 0) process.stdout.write(`${done.output.trimEnd()}\n\n`);
  return done.code === 0;
}
