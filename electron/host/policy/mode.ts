import type { PolicyMode, Severity } from "../../../shared/contract/index.ts";

/** What the policy says of a call before a person is asked. */
export type Verdict = "run" | "ask" | "refuse";

/**
 * The table of design §6 by mode: `default` runs L1 and shows every diff, `ask` is the same today (nothing above L1 runs unseen), `autoEdit`
 * also applies L2 with its undo record, `plan` refuses everything that could change something. L3 and L4 are never run unseen.
 */
export const verdict = (mode: PolicyMode, severity: Severity): Verdict => {
  if (severity === "L1") return "run";
  switch (mode) {
    case "plan":
      return "refuse";
    case "autoEdit":
      return severity === "L2" ? "run" : "ask";
    case "ask":
    case "default":
      return "ask";
  }
};
