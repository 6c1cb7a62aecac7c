import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runFieldCase } from "./field/runField.ts";
import { openLab, type Lab } from "./lab.ts";
import { lineOf, scoreLine, totalLine } from "./report.ts";
import { runSecurityCase } from "./security/runSecurity.ts";
import {
  isObject,
  NotRun,
  type FieldCase,
  type Json,
  type Outcome,
  type ScoredOutcome,
  type SecurityCase,
} from "./types.ts";

const caseMs = 60_000;
/** A case is given a minute, for each way it is sent, and longer where one of its own steps may take longer. */
const limitOf = (item: Json): number => {
  const steps = Array.isArray(item["do"]) ? item["do"].filter(isObject) : [];
  const asked = steps.map(({ args }) => (isObject(args) ? Number(args["timeout_ms"] ?? 0) : 0));
  const waits = steps.map((step) => Number(step["wait_ms"] ?? 0)).reduce((sum, ms) => sum + ms, 0);
  const ways = isObject(item["setup"]) && "streams" in item["setup"] ? 2 : 1;
  return Math.max(caseMs * ways, Math.max(0, ...asked) + 15_000) + waits;
};

const usage = "usage: npm run cases -- FILE [--area AREA] [--id ID]";

const isSecurity = (item: Json): boolean => "adapter" in item;

/** A case by itself counts for the scores as not blocked; security cases count what they found. */
const unscored = (outcome: Outcome, item?: Json): ScoredOutcome => {
  const controls = Array.isArray(item?.["controls"]) ? item["controls"].length : 0;
  return { outcome, isBlocked: false, controls, controlsPassed: 0 };
};

const runAny = async (lab: Lab, item: Json): Promise<ScoredOutcome> =>
  isSecurity(item)
    ? runSecurityCase(lab, item as unknown as SecurityCase)
    : unscored(await runFieldCase(lab, item as unknown as FieldCase));

const reasonOf = (error: unknown): Outcome => {
  if (error instanceof NotRun) return { kind: "notRun", why: error.message };
  return { kind: "wrong", seen: error instanceof Error ? error.message : String(error) };
};

/** Runs one case within its time; one that does not end in time costs the host, so that the next starts clean. */
const runOne = async (lab: Lab, item: Json): Promise<ScoredOutcome> => {
  let timer: NodeJS.Timeout | undefined;
  const limitMs = limitOf(item);
  const late = new Promise<ScoredOutcome>((resolve) => {
    timer = setTimeout(
      () => resolve(unscored({ kind: "wrong", seen: `not over after ${limitMs / 1000} s` }, item)),
      limitMs,
    );
  });
  const run = runAny(lab, item).catch((error: unknown) => unscored(reasonOf(error), item));
  const scored = await Promise.race([run, late]);
  clearTimeout(timer);
  if (scored.outcome.kind === "wrong" && scored.outcome.seen.startsWith("not over")) await lab.kill();
  return scored;
};

const load = (file: string, area: string | undefined, id: string | undefined): Json[] => {
  const parsed = JSON.parse(readFileSync(file, "utf8")) as unknown;
  const cases =
    isObject(parsed) && Array.isArray(parsed["cases"]) ? parsed["cases"].filter(isObject) : undefined;
  if (!cases) throw new Error(`${file} is no case file: it has no list "cases".`);
  return cases.filter(
    (item) =>
      (id === undefined || item["id"] === id) &&
      (area === undefined || [item["area"], item["category"]].includes(area)),
  );
};

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { area: { type: "string" }, id: { type: "string" } },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(usage);
  const cases = load(file, values.area, values.id);
  if (cases.length === 0) throw new Error(`No case of ${file} fits. ${usage}`);
  const lab = openLab();
  const scored: ScoredOutcome[] = [];
  try {
    for (const item of cases) {
      const one = await runOne(lab, item);
      scored.push(one);
      console.log(lineOf(String(item["id"]), one.outcome));
    }
  } finally {
    await lab.close();
  }
  if (cases.some(isSecurity)) console.log(scoreLine(scored));
  const outcomes = scored.map(({ outcome }) => outcome);
  console.log(totalLine(outcomes));
  return outcomes.some((outcome) => outcome.kind === "wrong") ? 1 : 0;
};

try {
  const code = await main();
  // Time limits that nobody waits for any more must not hold the end back.
  process.stdout.write("", () => process.exit(code));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
