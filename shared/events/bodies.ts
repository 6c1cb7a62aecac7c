import { z } from "zod";
import { ErrorCode, Failure } from "../contract/errors.ts";
import { CallId, ModelId, ServerId, StepId, TurnId, WorkspaceId } from "../contract/ids.ts";
import {
  ContentBlock,
  FilePreview,
  Hunk,
  JsonObject,
  Limits,
  PolicyMode,
  Severity,
  ShownCommand,
  StopReason,
  Usage,
} from "../contract/values.ts";

/** What a person attached to a message. Text travels in the message; files are named by their workspace path. */
export const Attachment = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("file"), path: z.string().max(4000) }),
  z.strictObject({ kind: z.literal("text"), name: z.string().max(200), text: z.string() }),
  z.strictObject({
    kind: z.literal("image"),
    name: z.string().max(200),
    mimeType: z.string(),
    data: z.string(),
  }),
  z.strictObject({ kind: z.literal("resource"), serverId: ServerId, uri: z.string().max(4000) }),
]);
export type Attachment = z.infer<typeof Attachment>;

/** A tool call as the model wrote it, before anything was checked. `argumentsText` is the raw JSON text. */
export const AskedCall = z.strictObject({ callId: CallId, name: z.string(), argumentsText: z.string() });
export type AskedCall = z.infer<typeof AskedCall>;

/** One message of a model request, provider-neutral; adapters turn it into the provider's shape by a pure function. */
export const ChatMessage = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string() }),
  z.strictObject({ role: z.literal("user"), content: z.string() }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.string(),
    reasoning: z.string().optional(),
    calls: z.array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() })),
  }),
  z.strictObject({
    role: z.literal("tool"),
    callId: z.string(),
    name: z.string(),
    content: z.string(),
    isError: z.boolean(),
  }),
]);
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A tool as the model is told of it; generated from the server's own definition (LOOP-02). */
export const ToolSpec = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputSchema: JsonObject,
});
export type ToolSpec = z.infer<typeof ToolSpec>;

/**
 * The messages of a request as a change to the request before it in this session: keep the first `keep` of that one's
 * messages, then append `add`. The first request keeps 0. So every prompt can be read back byte for byte (design §4 c).
 */
export const MessageDelta = z.strictObject({ keep: z.int().nonnegative(), add: z.array(ChatMessage) });
export type MessageDelta = z.infer<typeof MessageDelta>;

/** How a call ended that did not complete. */
export const CallOutcome = z.enum(["failed", "cancelled", "interrupted", "outcomeUnknown"]);
export type CallOutcome = z.infer<typeof CallOutcome>;

const call = { callId: CallId };
const step = { stepId: StepId, turnId: TurnId };
const revert = { revertId: z.string(), turnId: TurnId, path: z.string() };

/**
 * Every event type with the schema of its body (design §4). The log is append-only and these are its only words: add
 * types and optional fields, never change the meaning of one.
 */
export const eventBodies = {
  "session.created": z.strictObject({
    workspaceId: WorkspaceId,
    workspacePath: z.string(),
    modelId: ModelId,
    modelName: z.string(),
    isDemo: z.boolean(),
    title: z.string(),
    limits: Limits,
    policyMode: PolicyMode,
    systemPrompt: z.string(),
    /** It holds the calls that a person made by hand on this server, and no conversation. */
    byHand: ServerId.optional(),
  }),
  "session.renamed": z.strictObject({ title: z.string() }),
  "session.changed": z.strictObject({
    modelId: ModelId.optional(),
    modelName: z.string().optional(),
    isDemo: z.boolean().optional(),
    policyMode: PolicyMode.optional(),
    limits: Limits.optional(),
    systemPrompt: z.string().optional(),
  }),
  "message.user": z.strictObject({ turnId: TurnId, text: z.string(), attachments: z.array(Attachment) }),
  "model.requested": z.strictObject({
    ...step,
    index: z.int(),
    modelId: ModelId,
    model: z.string(),
    attempt: z.int(),
    temperature: z.number().optional(),
    maxOutputTokens: z.int().optional(),
    messages: MessageDelta,
    toolsHash: z.string(),
    /** The tool list in full when it differs from the request before; schemas as JSON text, so that their key order is kept. */
    tools: z
      .array(z.strictObject({ name: z.string(), description: z.string(), inputSchemaJson: z.string() }))
      .optional(),
  }),
  "model.partial": z.strictObject({ ...step, text: z.string(), reasoning: z.string() }),
  "model.completed": z.strictObject({
    ...step,
    text: z.string(),
    reasoning: z.string(),
    calls: z.array(AskedCall),
    finishReason: z.string(),
    usage: Usage,
    costUsd: z.number().nullable(),
    latencyMs: z.int(),
    firstTokenMs: z.int().nullable(),
  }),
  "model.failed": z.strictObject({
    ...step,
    attempt: z.int(),
    error: Failure,
    /** Set when the request will be sent again: how long from now, in milliseconds. */
    retryInMs: z.int().optional(),
    text: z.string(),
  }),
  "call.proposed": z.strictObject({
    ...call,
    ...step,
    serverId: ServerId.nullable(),
    serverName: z.string(),
    tool: z.string(),
    modelName: z.string(),
    arguments: JsonObject,
    argsHash: z.string(),
  }),
  "call.assessed": z.strictObject({
    ...call,
    severity: Severity,
    rule: z.string(),
    reasons: z.array(z.string()),
    definitionHash: z.string(),
    /** What a change would leave, where no card shows it: the policy decided by itself. */
    files: z.array(FilePreview).optional(),
  }),
  "call.approvalRequested": z.strictObject({
    ...call,
    argsHash: z.string(),
    severity: Severity,
    files: z.array(FilePreview).optional(),
    /** For command tools. */
    command: ShownCommand.optional(),
    /** What the session had read before it asked. */
    readBefore: z.array(z.string()),
  }),
  "call.decided": z.strictObject({
    ...call,
    argsHash: z.string(),
    decision: z.enum(["allow", "deny", "allowEdited"]),
    by: z.enum(["person", "policy", "rule"]),
    rule: z.string(),
    reason: z.string().optional(),
    arguments: JsonObject.optional(),
    files: z
      .array(z.strictObject({ path: z.string(), baseHash: z.string().nullable(), content: z.string() }))
      .optional(),
    waitMs: z.int().optional(),
  }),
  "call.started": z.strictObject({
    ...call,
    argsHash: z.string(),
    requestId: z.string(),
    timeoutMs: z.int(),
    attempt: z.int(),
  }),
  "call.progressed": z.strictObject({
    ...call,
    progress: z.number(),
    total: z.number().optional(),
    message: z.string().optional(),
  }),
  /** It outlasted its time limit and goes on; the model was given `text` in place of a result (MCP-12). Its end follows as usual. */
  "call.backgrounded": z.strictObject({
    ...call,
    text: z.string(),
    preview: z.string(),
    /** Milliseconds it had run by then. */
    afterMs: z.int(),
  }),
  "call.completed": z.strictObject({
    ...call,
    content: z.array(ContentBlock),
    structured: z.unknown().optional(),
    /** What the model was given. */
    text: z.string(),
    preview: z.string(),
    bytes: z.int(),
    durationMs: z.int(),
    /** What was odd about the result: it does not fit the schema the tool declared, or holds what we do not know. */
    warnings: z.array(z.string()).optional(),
  }),
  "call.failed": z.strictObject({
    ...call,
    outcome: CallOutcome,
    code: z.union([ErrorCode, z.string()]),
    content: z.array(ContentBlock),
    structured: z.unknown().optional(),
    text: z.string(),
    preview: z.string(),
    bytes: z.int(),
    durationMs: z.int().nullable(),
    /** What was odd about the result: it does not fit the schema the tool declared, or holds what we do not know. */
    warnings: z.array(z.string()).optional(),
  }),
  "file.changed": z.strictObject({
    ...call,
    path: z.string(),
    beforeHash: z.string().nullable(),
    afterHash: z.string().nullable(),
    linesAdded: z.int(),
    linesRemoved: z.int(),
  }),
  /** A person takes a file of a turn back, whole or by hunks: the intent, before anything is written. `content` null removes it. */
  "review.revertDecided": z.strictObject({
    ...revert,
    by: z.literal("person"),
    baseHash: z.string(),
    content: z.string().nullable(),
    /** The hunks that go back; absent for the whole file. */
    hunks: z.array(Hunk).optional(),
  }),
  "review.reverted": z.strictObject({
    ...revert,
    beforeHash: z.string(),
    afterHash: z.string().nullable(),
    linesAdded: z.int(),
    linesRemoved: z.int(),
    /** What the model is told with the next step. */
    text: z.string(),
  }),
  "review.revertFailed": z.strictObject({
    ...revert,
    code: z.string(),
    /** Whether it may have taken effect all the same; then the model is told `text`. */
    isUnknown: z.boolean(),
    text: z.string(),
  }),
  /** A person ends a command of a workspace: the intent, before anything is ended. */
  "command.stopDecided": z.strictObject({
    workspaceId: WorkspaceId,
    commandId: z.string(),
    command: z.string(),
    cwd: z.string(),
    by: z.literal("person"),
  }),
  "command.stopped": z.strictObject({
    workspaceId: WorkspaceId,
    commandId: z.string(),
    /** What was ended; empty when nothing of it ran any more. */
    processes: z.array(z.strictObject({ pid: z.int(), name: z.string() })),
    /** Why it could not be ended. */
    error: Failure.optional(),
  }),
  "turn.ended": z.strictObject({ turnId: TurnId, reason: StopReason, error: Failure.optional() }),
  "workspace.opened": z.strictObject({ workspaceId: WorkspaceId, path: z.string(), isSample: z.boolean() }),
  "workspace.trusted": z.strictObject({ workspaceId: WorkspaceId, isTrusted: z.boolean() }),
  /** A person decided about servers that a folder's own files name; `sha256` is of the file as it was shown. */
  "workspace.serversDecided": z.strictObject({
    workspaceId: WorkspaceId,
    path: z.string(),
    by: z.literal("person"),
    files: z.array(
      z.strictObject({
        path: z.string(),
        sha256: z.string(),
        taken: z.array(z.strictObject({ name: z.string(), configHash: z.string() })),
        refused: z.array(z.strictObject({ name: z.string(), configHash: z.string() })),
      }),
    ),
  }),
  "model.added": z.strictObject({
    modelId: ModelId,
    kind: z.string(),
    name: z.string(),
    baseUrl: z.string().optional(),
  }),
  "model.removed": z.strictObject({ modelId: ModelId }),
  "server.added": z.strictObject({ serverId: ServerId, name: z.string(), configHash: z.string() }),
  "server.updated": z.strictObject({ serverId: ServerId, name: z.string(), configHash: z.string() }),
  /** A server is not started, because its definition is not the one that a person agreed to. */
  "server.configChanged": z.strictObject({
    serverId: ServerId,
    name: z.string(),
    agreedHash: z.string().nullable(),
    configHash: z.string(),
  }),
  "server.agreed": z.strictObject({ serverId: ServerId, name: z.string(), configHash: z.string() }),
  "server.removed": z.strictObject({ serverId: ServerId }),
  "server.started": z.strictObject({
    serverId: ServerId,
    pid: z.int().nullable(),
    tools: z.int(),
    protocolVersion: z.string(),
  }),
  /** A team server (TOOL-10) listens, under this policy. */
  "server.teamStarted": z.strictObject({
    serverId: ServerId,
    name: z.string(),
    pid: z.int(),
    url: z.string(),
    policyHash: z.string(),
  }),
  "server.stopped": z.strictObject({ serverId: ServerId }),
  "server.failed": z.strictObject({ serverId: ServerId, error: Failure }),
  "server.toolsChanged": z.strictObject({
    serverId: ServerId,
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
  }),
  /** A tool that was used or decided about has another definition now (SEC-MCP-01). */
  "server.toolDefinitionChanged": z.strictObject({
    serverId: ServerId,
    tool: z.string(),
    oldHash: z.string(),
    newHash: z.string(),
  }),
  /** What a person decided about a tool; null: no level of the person's own. */
  "server.toolSet": z.strictObject({
    serverId: ServerId,
    tool: z.string(),
    definitionHash: z.string(),
    isOff: z.boolean(),
    severity: Severity.nullable(),
    agreed: z.boolean(),
  }),
  "server.signedIn": z.strictObject({ serverId: ServerId }),
  "server.signInFailed": z.strictObject({ serverId: ServerId, error: Failure }),
  "server.signedOut": z.strictObject({ serverId: ServerId }),
  /** A person read a resource or took a prompt by hand. */
  "server.read": z.strictObject({
    serverId: ServerId,
    what: z.enum(["resource", "prompt"]),
    name: z.string(),
    bytes: z.int(),
  }),
  /** A server asked something of the person (elicitation, sampling); `url` and texts as it gave them. */
  "server.asked": z.strictObject({
    serverId: ServerId,
    askId: z.string(),
    kind: z.enum(["form", "url", "signIn", "sampling"]),
    message: z.string(),
    url: z.string().optional(),
  }),
  "server.askEnded": z.strictObject({
    serverId: ServerId,
    askId: z.string(),
    action: z.enum(["accept", "decline", "cancel", "withdrawn"]),
    by: z.enum(["person", "policy"]),
  }),
  "config.changed": z.strictObject({ name: z.string(), value: z.unknown() }),
  "host.started": z.strictObject({
    version: z.string(),
    pid: z.int(),
    interruptedCalls: z.int(),
    reapedProcesses: z.int(),
  }),
} as const;

export type EventType = keyof typeof eventBodies;
export type EventBody<T extends EventType> = z.infer<(typeof eventBodies)[T]>;

/** All event types in the order of the table above. */
export const eventTypes = Object.keys(eventBodies) as EventType[];
