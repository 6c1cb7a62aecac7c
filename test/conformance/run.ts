/** `npm run conformance [-- SUITE] [SCENARIO…]`: the official client scenarios, one by one; last line `N passed, N failed`. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { suites, type Scenario } from "./scenarios.ts";

const root = resolve(import.meta.dirname, "../..");
const out = join(root, "artifacts/conformance");

const runOne = ({ suite, name, flags }: Scenario): { readonly isPassed: boolean; readonly text: string } => {
  const runner = join(root, "node_modules", suite, "dist/index.js");
  const command = `${process.execPath} ${join(root, "test/conformance/client.ts")}`;
  const result = spawnSync(
    process.execPath,
    [runner, "client", "--command", command, "--scenario", name, "-o", join(out, suite), ...flags],
    { encoding: "utf8", timeout: 90_000, env: { ...process.env, NODE_NO_WARNINGS: "1" } },
  );
  const text = `${result.stdout}${result.stderr}`;
  return { isPassed: result.status === 0, text };
};

const wanted = process.argv.slice(2);
const chosen = suites.filter(
  ({ suite, name }) => wanted.length === 0 || wanted.includes(suite) || wanted.includes(name),
);
mkdirSync(out, { recursive: true });
let failed = 0;
for (const scenario of chosen) {
  const { isPassed, text } = runOne(scenario);
  if (!isPassed) failed++;
  console.log(`${isPassed ? "passed" : "FAILED"}  ${scenario.suite}  ${scenario.name}`);
  if (!isPassed) console.log(text.split("\n").slice(-40).join("\n"));
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
