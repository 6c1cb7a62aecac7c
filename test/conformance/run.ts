/**
 * `npm run conformance [-- SUITE] [SCENARIO…] [controls]`: the official client scenarios, one by one, then the controls:
 * runs with one check left out, which must fail. Last line `N passed, N failed`.
 */
import { mkdirSync } from "node:fs";
import { out, runScenario } from "./runScenario.ts";
import { controls, suites, type Scenario } from "./scenarios.ts";

const wanted = process.argv.slice(2);
const isWanted = (...names: string[]): boolean =>
  wanted.length === 0 || names.some((name) => wanted.includes(name));

mkdirSync(out, { recursive: true });
let passed = 0;
let failed = 0;

const tell = (isWell: boolean, { suite, name, flags }: Scenario, note: string, text: string): void => {
  if (isWell) passed++;
  else failed++;
  console.log(`${isWell ? "passed" : "FAILED"}  ${suite}  ${name}  ${flags[1] ?? ""}${note}`);
  if (!isWell) console.log(text.split("\n").slice(-40).join("\n"));
};

/** This one allows 200 ms, also of a machine that is busy with other things: it is tried again. */
const TIMED = "sse-retry";
const MOST_TRIES = 3;

for (const scenario of suites) {
  if (!isWanted(scenario.suite, scenario.name, scenario.flags[1] ?? "")) continue;
  let result = await runScenario(scenario);
  for (let tries = 1; scenario.name === TIMED && !result.isPassed && tries < MOST_TRIES; tries++)
    result = await runScenario(scenario);
  tell(result.isPassed, scenario, "", result.text);
}
for (const scenario of controls) {
  if (!isWanted("controls", scenario.control)) continue;
  const { isFailed, text } = await runScenario(scenario, scenario.control);
  tell(isFailed, scenario, `  control ${scenario.control}: fails as it must`, text);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
