import { z } from "zod";
import { AskedCall, Attachment } from "../events/bodies.ts";
import { Failure } from "../contract/errors.ts";
import {
  CallId,
  Millis,
  ModelId,
  ServerId,
  SessionId,
  StepId,
  TurnId,
  WorkspaceId,
} from "../contract/ids.ts";
import {
  CallState,
  JsonObject,
  Limits,
  PolicyMode,
  Severity,
  StopReason,
  Usage,
} from "../contract/values.ts";

/** One tool call folded from its events. `arguments` has long strings clipped; `call.read` gives the whole. */
export const Call = z.strictObject({
  callId: CallId,
  sessionId: SessionId,
  stepId: StepId,
  turnId: TurnId,
  serverId: ServerId.nullable(),
  serverName: z.string(),
  tool: z.string(),
  modelName: z.string(),
  arguments: JsonObject,
  argsHash: z.string(),
  severity: Severity.nullable(),
  reasons: z.array(z.string()),
  state: CallState,
  proposedAt: Millis,
  askedAt: Millis.optional(),
  decidedAt: Millis.optional(),
  startedAt: Millis.optional(),
  /** When the model was told that it goes on in the background (MCP-12). */
  backgroundedAt: Millis.optional(),
  endedAt: Millis.optional(),
  durationMs: z.int().optional(),
  bytes: z.int().optional(),
  preview: z.string().optional(),
  errorCode: z.string().optional(),
  decision: z.enum(["allow", "deny", "allowEdited"]).optional(),
  decidedBy: z.enum(["person", "policy", "rule"]).optional(),
  /** Which rule decided, as the log names it: `person`, `mode:autoEdit`, `workspace:autoApply`, … */
  rule: z.string().optional(),
  reason: z.string().optional(),
  progress: z
    .strictObject({ progress: z.number(), total: z.number().optional(), message: z.string().optional() })
    .optional(),
  changed: z.array(z.strictObject({ path: z.string(), linesAdded: z.int(), linesRemoved: z.int() })),
});
export type Call = z.infer<typeof Call>;

/** Whether a call goes on although the model was given an answer in place of its result (MCP-12). */
export const isInBackground = (call: Call): boolean =>
  call.state === "running" && call.backgroundedAt !== undefined;

/** One model call. `text` is what the model said in it; while it streams, what the log holds so far. */
export const Step = z.strictObject({
  stepId: StepId,
  turnId: TurnId,
  index: z.int(),
  model: z.string(),
  state: z.enum(["requested", "completed", "failed", "retrying", "interrupted"]),
  requestedAt: Millis,
  completedAt: Millis.optional(),
  text: z.string(),
  reasoning: z.string(),
  asked: z.array(AskedCall),
  callIds: z.array(CallId),
  usage: Usage.optional(),
  costUsd: z.number().nullable().optional(),
  latencyMs: z.int().optional(),
  finishReason: z.string().optional(),
  error: Failure.optional(),
  retryAt: Millis.optional(),
  attempt: z.int(),
});
export type Step = z.infer<typeof Step>;

/** A file of a turn that a person took back; `running` until its outcome is in the log. */
export const TurnRevert = z.strictObject({
  revertId: z.string(),
  path: z.string(),
  at: Millis,
  isWhole: z.boolean(),
  state: z.enum(["running", "done", "failed"]),
});

/** From a person's message to the answer or stop. */
export const Turn = z.strictObject({
  turnId: TurnId,
  text: z.string(),
  attachments: z.array(Attachment),
  startedAt: Millis,
  endedAt: Millis.optional(),
  reason: StopReason.optional(),
  error: Failure.optional(),
  stepIds: z.array(StepId),
  /** Number of its first event in the log. */
  startSeq: z.int().positive().optional(),
  /** Files of this turn that a person took back, whole or in part, oldest first. */
  reverts: z.array(TurnRevert).optional(),
});
export type Turn = z.infer<typeof Turn>;

/** A session folded from its events (design §4 e). Lists hold the order of the log. */
export const SessionState = z.strictObject({
  sessionId: SessionId,
  lastSeq: z.int().nonnegative(),
  workspaceId: WorkspaceId,
  workspacePath: z.string(),
  modelId: ModelId,
  modelName: z.string(),
  isDemo: z.boolean(),
  title: z.string(),
  systemPrompt: z.string(),
  /** Set where the session holds calls made by hand on this server, and no conversation; such a one is not listed. */
  byHand: ServerId.optional(),
  limits: Limits,
  policyMode: PolicyMode,
  createdAt: Millis,
  updatedAt: Millis,
  state: z.enum(["idle", "running", "waiting", "interrupted"]),
  turns: z.array(Turn),
  steps: z.array(Step),
  calls: z.array(Call),
  usage: Usage,
  costUsd: z.number().nullable(),
});
export type SessionState = z.infer<typeof SessionState>;

/** A line of the session list. */
export const SessionSummary = z.strictObject({
  sessionId: SessionId,
  title: z.string(),
  workspaceId: WorkspaceId,
  workspacePath: z.string(),
  modelId: ModelId,
  isDemo: z.boolean(),
  state: SessionState.shape.state,
  waitingCalls: z.int(),
  /** Calls that go on in the background, where there are any. */
  backgroundCalls: z.int().positive().optional(),
  byHand: ServerId.optional(),
  lastReason: StopReason.optional(),
  createdAt: Millis,
  updatedAt: Millis,
});
export type SessionSummary = z.infer<typeof SessionSummary>;
