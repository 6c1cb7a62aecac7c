import type { CallId, StepId, TurnId } from "../contract/ids.ts";
import type { Call, SessionState, Step, Turn } from "./state.ts";

/** The working set of a fold: lists in log order plus where each id stands in them. Items are replaced, never mutated. */
export interface Draft {
  state: Omit<SessionState, "turns" | "steps" | "calls">;
  turns: Turn[];
  steps: Step[];
  calls: Call[];
  readonly turnAt: Map<TurnId, number>;
  readonly stepAt: Map<StepId, number>;
  readonly callAt: Map<CallId, number>;
}
