import type {
  CallId,
  EventData,
  Failure,
  JsonObject,
  ModelInfo,
  TurnId,
} from "../../../shared/contract/index.ts";
import type { HeldCall } from "../background/index.ts";
import type { Assessment, AssessInput } from "../policy/assess/index.ts";
import type { Approvals } from "../policy/index.ts";
import type { Model } from "../models/index.ts";
import type { ArgumentCheck, ServerManager, ToolEntry } from "../mcp/index.ts";
import type { LiveSession } from "../sessions/index.ts";
import type { Clock, NewId } from "../ports.ts";

/** Everything a turn reaches outside itself for; all of it injected. */
export interface TurnPorts {
  readonly session: LiveSession;
  readonly model: Model;
  readonly price: ModelInfo["pricePerMillionUsd"];
  readonly tools: () => readonly ToolEntry[];
  readonly servers: Pick<ServerManager, "call">;
  readonly validate: (entry: ToolEntry, args: JsonObject) => Promise<ArgumentCheck>;
  readonly assess: (input: AssessInput) => Assessment;
  readonly approvals: Approvals;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The model's provider refuses this tool, so that it is not offered to this model any more; `why` is what it said. */
  readonly leaveOut: (tool: string, why: Failure) => void;
  readonly onDelta: (delta: EventData<"session.delta">) => void;
  readonly redact: <T>(value: T) => T;
  /** Whether edits of this session's workspace apply by themselves, as the person chose. */
  readonly autoApplies: () => boolean;
  /** Turns that on, with the call whose card offered it. Never rejects: what cannot be kept is said, and the call's own decision stands. */
  readonly turnOnAutoApply: (callId: CallId) => Promise<void>;
  /** Takes a call that outlasted its time limit and goes on (MCP-12). Without it such a call is given up. */
  readonly goOn?: (call: HeldCall) => void;
  /** The person's time limit for a command whose call names none, in milliseconds. */
  readonly commandTimeoutMs: () => number;
}

/** What running calls takes: a call that a person makes by hand needs no model. */
export type CallPorts = Omit<TurnPorts, "model" | "price" | "onDelta" | "leaveOut">;

/** A turn in progress. */
export interface RunningTurn {
  readonly turnId: TurnId;
  /** Ends the turn as `stopped`: the model call is aborted, running calls are cancelled, waiting ones withdrawn. */
  stop(): void;
  /** Resolves when `turn.ended` is in the log; never rejects. `failure` is set when even that could not be written. */
  readonly ended: Promise<{ readonly failure: Failure | null }>;
}
