import { isForHere } from "../field/ready.ts";
import type { World } from "../field/world.ts";
import type { Check, Verdict } from "../types.ts";
import { all, held, oneOf, unknown } from "../verdicts.ts";
import { fileChecks } from "./files.ts";
import { mcpChecks } from "./mcp.ts";
import { processChecks } from "./processes.ts";
import { providerChecks } from "./provider.ts";
import { requestChecks } from "./requests.ts";
import { resultChecks } from "./results.ts";
import { streamChecks } from "./streams.ts";
import { toolChecks } from "./tools.ts";
import type { CheckRule } from "./rule.ts";

/** Every check anybody here can make; another name, or another parameter of one, is not run. */
const rules: Readonly<Record<string, CheckRule>> = {
  ...fileChecks,
  ...resultChecks,
  ...streamChecks,
  ...providerChecks,
  ...processChecks,
  ...toolChecks,
  ...mcpChecks,
  ...requestChecks,
};

/** Parameters that say when a check counts; they are read here. */
const ownWords = ["check", "when", "after_step"];

const optionsOf = (check: Check): Check[][] =>
  check.check === "one_of" && Array.isArray(check["options"]) ? (check["options"] as Check[][]) : [];

const runCheck = async (world: World, check: Check): Promise<Verdict> => {
  const early = world.early.get(check);
  if (early) return early;
  if (!isForHere(check["when"])) return held;
  if (check.check === "one_of") {
    const ways = await Promise.all(
      optionsOf(check).map((option) => Promise.all(option.map((one) => runCheck(world, one)))),
    );
    return oneOf(ways.map(all));
  }
  const rule = Object.hasOwn(rules, check.check) ? rules[check.check] : undefined;
  if (!rule) return unknown(`not built yet: check ${check.check}`);
  const odd = Object.keys(check).find((key) => !ownWords.includes(key) && !rule.words.includes(key));
  return odd === undefined
    ? rule.run(check, world)
    : unknown(`not built yet: check ${check.check} with ${odd}`);
};

/** Makes all checks of a case, in order. Checks of processes after the app quit come last, since the host ends for them. */
export const checkAll = async (world: World): Promise<Verdict[]> => {
  const verdicts: Verdict[] = [];
  const isLast = (check: Check): boolean => rules[check.check]?.isLast === true;
  for (const check of world.item.expect.filter((one) => !isLast(one)))
    verdicts.push(await runCheck(world, check));
  for (const check of world.item.expect.filter(isLast)) verdicts.push(await runCheck(world, check));
  return verdicts;
};

/** Makes the checks, wherever they stand, that belong right after a step. */
export const checksAfter = async (world: World, step: number): Promise<[Check, Verdict][]> => {
  const everywhere = (checks: readonly Check[]): Check[] =>
    checks.flatMap((check) => [check, ...optionsOf(check).flatMap(everywhere)]);
  const due = everywhere(world.item.expect).filter((check) => check["after_step"] === step);
  return Promise.all(due.map(async (check) => [check, await runCheck(world, check)] as [Check, Verdict]));
};
