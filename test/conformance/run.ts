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

/** This one allows 200 ms, also of a machine that is busy with other things. */
const TIMED = "sse-retry";
const triesOf = (name: string): number => (name === TIMED ? 3 : process.env["CI"] === undefined ? 1 : 2);

/** Tries again what did not go as it must, as the tests do under CI, and says so. */
const run = async (scenario: Scenario, control?: string): Promise<void> => {
  const note = control === undefined ? "" : `  control ${control}: fails as it must`;
  for (let tries = 1; ; tries++) {
    const { isPassed, isFailed, text } = await runScenario(scenario, control);
    const isWell = control === undefined ? isPassed : isFailed;
    if (!isWell && tries < triesOf(scenario.name)) continue;
    return tell(isWell, scenario, tries === 1 ? note : `${note}  (at try ${tries})`, text);
  }
};

for (const scenario of suites)
  if (isWanted(scenario.suite, scenario.name, scenario.flags[1] ?? "")) await run(scenario);
for (const scenario of controls)
  if (isWanted("controls", scenario.control)) await run(scenario, scenario.control);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
