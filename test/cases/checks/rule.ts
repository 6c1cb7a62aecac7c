import type { StepResult, World } from "../field/world.ts";
import { wordOf, type Check, type Verdict } from "../types.ts";
import { all, failed } from "../verdicts.ts";

/** How one kind of check is made. */
export interface CheckRule {
  /** Its parameters; one that is not named here makes the check uninterpretable. */
  readonly words: readonly string[];
  /** Made after all others, because it ends the host. */
  readonly isLast?: true;
  readonly run: (check: Check, world: World) => Verdict | Promise<Verdict>;
}

/** The call a check speaks of: `step`, else the only or first one. */
export const stepOf = (check: Check, world: World): StepResult | undefined => {
  const { step } = check;
  return typeof step === "number" ? world.steps[step - 1] : world.steps.find((one) => one !== undefined);
};

/** True when a label is the one a check names, or its first word: `404` for `404 Not Found`. */
export const isNamed = (label: string, variant: unknown): boolean =>
  variant === undefined || label === variant || label.startsWith(`${wordOf(variant)} `);

/** The calls of a step on each server, of `variant` alone where the check names one. */
const runsOf = (check: Check, world: World): World["runs"][number][] => {
  const { step = 1, variant } = check;
  return world.runs.filter((run) => run.step === step && isNamed(run.label, variant));
};

/** Judges the call a check speaks of; with `each` or `variant` those that were made on the servers it means. */
export const ofStep =
  (judge: (step: StepResult, check: Check) => Verdict): CheckRule["run"] =>
  (check, world) => {
    if (check["each"] === true || check["variant"] !== undefined) {
      const runs = runsOf(check, world);
      if (runs.length === 0) return failed(`there was no call in step ${wordOf(check["step"] ?? 1)}`);
      const labelled = (label: string, verdict: Verdict): Verdict =>
        verdict.kind === "failed" ? failed(`${label}: ${verdict.seen}`) : verdict;
      return all(runs.map(({ label, result }) => labelled(label, judge(result, check))));
    }
    const step = stepOf(check, world);
    return step ? judge(step, check) : failed(`there was no call in step ${wordOf(check["step"] ?? 1)}`);
  };

/** The text with which a step is named in a report. */
export const named = (check: Check): string =>
  check["step"] === undefined ? "" : `step ${wordOf(check["step"])} `;
