import type { Failure, SessionId, StepId } from "../../../shared/contract/index.ts";
import type { SessionState } from "../../../shared/session/index.ts";

/**
 * What the page knows of one session. `session` is folded from the host's events and is a new object only when an event
 * changed something; items inside (turns, steps, calls) keep their identity while they do not change, so memo works.
 */
export type SessionView =
  | { readonly status: "loading"; readonly sessionId: SessionId }
  | { readonly status: "failed"; readonly sessionId: SessionId; readonly error: Failure }
  | { readonly status: "ready"; readonly sessionId: SessionId; readonly session: SessionState };

/**
 * What a running step has streamed so far and the log does not hold yet. A new object per change; at most one per
 * animation frame. It is gone (`undefined`) once `model.completed` or `model.failed` was folded: read the step's `text` then.
 */
export interface StepStream {
  readonly stepId: StepId;
  readonly text: string;
  readonly reasoning: string;
  /** Calls being written: name and how many characters of arguments so far. */
  readonly calls: readonly { readonly name: string; readonly argumentChars: number }[];
}
