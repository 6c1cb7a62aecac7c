import type { StepResult, World } from "../field/world.ts";
import { wordOf, type Check, type Verdict } from "../types.ts";
import { failed } from "../verdicts.ts";

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

/** Judges the call a check speaks of. */
export const ofStep =
  (judge: (step: StepResult, check: Check) => Verdict): CheckRule["run"] =>
  (check, world) => {
    const step = stepOf(check, world);
    return step ? judge(step, check) : failed(`there was no call in step ${wordOf(check["step"] ?? 1)}`);
  };

/** The text with which a step is named in a report. */
export const named = (check: Check): string =>
  check["step"] === undefined ? "" : `step ${wordOf(check["step"])} `;
