import { z } from "zod";
import { Failure } from "./errors.ts";
import { CallId, Millis, SessionId } from "./ids.ts";
import { ServerState } from "./servers.ts";
import { JsonObject, Severity } from "./values.ts";

/** One message between host and server. Known secrets are placeholders; `text` is the message's JSON, or its head. */
export const ProtocolEntry = z.strictObject({
  seq: z.int(),
  at: Millis,
  /** `out` from the host to the server. */
  direction: z.enum(["in", "out"]),
  kind: z.enum(["request", "response", "error", "notification"]),
  /** Of an answer: the method of the request. Empty where that is not known any more. */
  method: z.string(),
  id: z.string().optional(),
  bytes: z.int(),
  text: z.string(),
  isClipped: z.boolean(),
  /** Of an answer: the number of its request, and the milliseconds between them. */
  answers: z.int().optional(),
  durationMs: z.number().optional(),
});
export type ProtocolEntry = z.infer<typeof ProtocolEntry>;

/** The messages that are kept; `dropped` were there before them. */
export const ProtocolPage = z.strictObject({ entries: z.array(ProtocolEntry), dropped: z.int() });

/** What came of sending a kept request again: its answer, or for a tool call the call that waits for the policy. */
export const ReplayOutcome = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("answered"), result: JsonObject }),
  z.strictObject({ kind: z.literal("called"), sessionId: SessionId, callId: CallId }),
]);

/** A state a server was in since the app started, and what brought it there. */
export const ServerHistoryItem = z.strictObject({
  state: ServerState,
  at: Millis,
  /** `asked`: a person or the app's start. */
  cause: z.enum(["asked", "restart", "ready", "startFailed", "crashed", "ended"]),
  error: Failure.optional(),
});
export type ServerHistoryItem = z.infer<typeof ServerHistoryItem>;

/** What a server and everything it started take, measured once. `pssBytes` counts shared memory by its share. */
export const ServerUsage = z.strictObject({
  at: Millis,
  processes: z.int(),
  /** Processor time since their starts, in milliseconds. */
  cpuMs: z.number(),
  rssBytes: z.int(),
  pssBytes: z.int().optional(),
});
export type ServerUsage = z.infer<typeof ServerUsage>;

/** One weakness of a tool's design (MCP-11); `params` fill the sentence. */
export const DesignFinding = z.strictObject({
  rule: z.enum([
    "vagueName",
    "noDescription",
    "vagueDescription",
    "unclearRequired",
    "undescribedFields",
    "tooManyFields",
    "nearDuplicate",
    "muteErrors",
    "costly",
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type DesignFinding = z.infer<typeof DesignFinding>;

/** A tool under another server whose name could be taken for this one's. */
export const LookAlike = z.strictObject({
  serverName: z.string(),
  tool: z.string(),
  isSame: z.boolean(),
});
export type LookAlike = z.infer<typeof LookAlike>;

/** What a server says of a tool's effects, where it says it. Only hints: they lower no level unless the person trusts the server. */
const ToolHints = z.strictObject({
  readOnly: z.boolean().optional(),
  destructive: z.boolean().optional(),
  idempotent: z.boolean().optional(),
  openWorld: z.boolean().optional(),
});

/** What is to be known of a tool beside its definition. */
export const ToolReview = z.strictObject({
  name: z.string(),
  definitionHash: z.string(),
  /** An estimate of what its definition costs in every request of a model. */
  tokens: z.int(),
  findings: z.array(DesignFinding),
  lookAlikes: z.array(LookAlike),
  hints: ToolHints,
  /** The form of its structured results, where it declares one. */
  outputSchema: JsonObject.optional(),
  /** Set while its definition differs from the one that was agreed to. */
  change: z
    .strictObject({ oldHash: z.string(), newHash: z.string(), before: z.string(), after: z.string() })
    .optional(),
});
export type ToolReview = z.infer<typeof ToolReview>;

/** What a person decides about a tool as it is defined now; another definition in the meantime refuses it as stale. */
export const ToolDecision = z.strictObject({
  tool: z.string(),
  definitionHash: z.string(),
  isOff: z.boolean().optional(),
  /** A level of the person's own; null takes it back. */
  severity: Severity.nullable().optional(),
  /** Agrees to a changed definition. */
  agrees: z.literal(true).optional(),
});
export type ToolDecision = z.infer<typeof ToolDecision>;
