import { argumentProblem, type ArgumentProblem } from "./argumentProblem.ts";
import type { Outcome } from "./compile.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** What became of a value held against a schema. */
export type Verdict =
  | { readonly kind: "fits" }
  /** `where` and `message` as the engine words them, `problem` in words for a model. */
  | {
      readonly kind: "misfit";
      readonly where: string;
      readonly message: string;
      readonly problem: ArgumentProblem;
    }
  /** `why` is the end of "it could not be checked: …". */
  | { readonly kind: "unchecked"; readonly why: string };

/** Puts an outcome into words. Never throws. */
export const verdictOf = (outcome: Outcome, schema: JsonObject): Verdict => {
  if (outcome.kind === "unchecked") return outcome;
  const [error] = outcome.errors;
  const problem = argumentProblem(outcome.errors, schema);
  if (error === undefined || problem === null) return { kind: "fits" };
  return { kind: "misfit", where: error.instancePath, message: error.message ?? "", problem };
};
