import type { CallId, JsonObject, Severity, StepId, TurnId } from "../../../shared/contract/index.ts";
import type { ToolEntry } from "../mcp/index.ts";
import type { HashedFile } from "../policy/index.ts";

/** A call on its way: what was asked and where it will run. */
export interface OpenCall {
  readonly callId: CallId;
  readonly stepId: StepId;
  readonly turnId: TurnId;
  readonly entry: ToolEntry;
  readonly args: JsonObject;
  readonly severity: Severity;
  /** Why the arguments could not be checked against the tool's schema; absent where they were. */
  readonly unchecked?: string;
  /** Resolves when no earlier sibling that this call must come after is still open; never rejects. */
  readonly turnToRun: Promise<unknown>;
}

/** What may run after the decision. */
export interface Allowed {
  readonly args: JsonObject;
  readonly files: readonly HashedFile[] | undefined;
  readonly argsHash: string;
  readonly severity: Severity;
  /** Said to the model before the result when the user changed something. */
  readonly note: string;
}

/** How a call ended, for the streak counters. */
export type CallEnd = "completed" | "failed" | "denied" | "cancelled";
