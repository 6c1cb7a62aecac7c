import { asLogError } from "./errors.ts";
import type { LogProblem } from "./types.ts";

/** Keeps what is wrong with the log and tells of changes. */
export interface ProblemState {
  current(): LogProblem | undefined;
  /** A problem that stays until the next start: a damaged file that was set aside, a read-only folder. */
  stay(problem: LogProblem): void;
  /** Notes what stopped an append or a read. Kinds that are nobody's state (a wrong request) are left out. */
  failed(error: unknown): void;
  /** An append went well: a passing problem is over. */
  worked(): void;
}

/** Makes the state; a listener that throws does not stop the log. */
export const problemState = (
  onProblem: ((problem: LogProblem | undefined) => void) | undefined,
): ProblemState => {
  let staying: LogProblem | undefined;
  let passing: LogProblem | undefined;
  const current = (): LogProblem | undefined => passing ?? staying;

  const tell = (): void => {
    try {
      onProblem?.(current());
    } catch (error) {
      console.error("event log: a problem listener threw", error);
    }
  };
  return {
    current,
    stay: (problem) => {
      staying = problem;
      tell();
    },
    failed: (error) => {
      const { kind, message } = asLogError(error);
      if (kind !== "full" && kind !== "locked" && kind !== "readOnly" && kind !== "damaged") return;
      if (current()?.kind === kind) return;
      passing = { kind, message };
      tell();
    },
    worked: () => {
      // A damaged file does not heal because one append found room in it.
      if (passing === undefined || passing.kind === "damaged") return;
      passing = undefined;
      tell();
    },
  };
};
