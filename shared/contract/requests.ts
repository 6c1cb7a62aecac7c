import { z } from "zod";
import { Attachment } from "../events/bodies.ts";
import { AnyEvent } from "../events/event.ts";
import { Call, SessionState, SessionSummary } from "../session/state.ts";
import { CommandList, CommandOutput, CommandStop } from "./commands.ts";
import { Failure } from "./errors.ts";
import { CallId, Millis, ModelId, SessionId, StepId, TurnId, WorkspaceId } from "./ids.ts";
import { ModelDefinition, ModelInfo, ModelTest } from "./models.ts";
import {
  ContentBlock,
  FilePreview,
  Hunk,
  JsonObject,
  Limits,
  PolicyMode,
  Severity,
  ShownCommand,
} from "./values.ts";
import { ask, empty } from "./ask.ts";
import { serverRequests } from "./serverRequests.ts";
import { workspaceServerRequests } from "./workspaceServers.ts";

/** Keyset paging: `cursor` is opaque and comes from the page before, `limit` defaults to 50. */
const paging = { cursor: z.string().max(500).optional(), limit: z.int().min(1).max(500).optional() };
const page = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().optional() });

/** A call that waits for a person, as its card must show it (design §6). */
export const Approval = z.strictObject({
  call: Call,
  /** The arguments in full, not clipped. */
  arguments: JsonObject,
  argsHash: z.string(),
  severity: Severity,
  reasons: z.array(z.string()),
  files: z.array(FilePreview).optional(),
  command: ShownCommand.optional(),
  readBefore: z.array(z.string()),
  requestedAt: Millis,
  sessionTitle: z.string(),
  workspacePath: z.string(),
  /** The card may offer to apply edits of this workspace by themselves from now on (GOV-02). */
  offersAutoApply: z.boolean().optional(),
  /** A person calls this tool by hand: no agent proposed it. */
  isByHand: z.literal(true).optional(),
});
export type Approval = z.infer<typeof Approval>;

export const ApprovalDecision = z.strictObject({
  callId: CallId,
  argsHash: z.string(),
  decision: z.enum(["allow", "deny", "allowEdited"]),
  arguments: JsonObject.optional(),
  files: z.array(z.strictObject({ path: z.string(), content: z.string() })).optional(),
  reason: z.string().max(4000).optional(),
  remember: z
    .strictObject({
      scope: z.enum(["session", "workspace", "always"]),
      match: z.union([z.literal("exact"), z.record(z.string(), z.string())]),
      expiresAt: Millis.optional(),
    })
    .optional(),
  /** Allows this change and turns on the workspace's `autoApplyEdits`; only where the card offers it. */
  autoApplyEdits: z.literal(true).optional(),
});
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

export const WorkspaceInfo = z.strictObject({
  workspaceId: WorkspaceId,
  path: z.string(),
  name: z.string(),
  isSample: z.boolean(),
  isTrusted: z.boolean(),
  exists: z.boolean(),
  openedAt: Millis,
  /** Edits of files inside apply without asking, as the person chose; protected files, commands and the mode `ask` still ask. */
  autoApplyEdits: z.boolean(),
});
export type WorkspaceInfo = z.infer<typeof WorkspaceInfo>;

/** One file of a turn's review: as the turn found it, and as it stands by the log, reverts included. */
export const ReviewFile = z.strictObject({
  path: z.string(),
  before: z.string(),
  after: z.string(),
  /** Hash of the file as it stands; null once it was removed again. What a revert is bound to. */
  afterHash: z.string().nullable(),
  /** The turn created it. */
  isNew: z.boolean(),
  /** Something outside this turn changed it afterwards: a revert would be refused as `stale`. */
  isChangedLater: z.boolean(),
});
export type ReviewFile = z.infer<typeof ReviewFile>;

/** What one turn changed by itself, to be looked at together (GOV-02). Empty when every change was decided by a person. */
export const TurnReview = z.strictObject({
  turnId: TurnId,
  files: z.array(ReviewFile),
  /** Paths that changed by themselves without a text to show: folders that were made, files that were moved. */
  others: z.array(z.string()),
});
export type TurnReview = z.infer<typeof TurnReview>;

/** Everything the log holds of one call, nothing cut. */
export const CallDetail = z.strictObject({
  call: Call,
  arguments: JsonObject,
  content: z.array(ContentBlock).optional(),
  structured: z.unknown().optional(),
  /** What was odd about the result, in words. */
  warnings: z.array(z.string()).optional(),
  /** What the model was given as the result. */
  text: z.string().optional(),
  files: z.array(FilePreview).optional(),
  decidedFiles: z.array(z.strictObject({ path: z.string(), content: z.string() })).optional(),
  events: z.array(AnyEvent),
});
export type CallDetail = z.infer<typeof CallDetail>;

export const HostInfo = z.strictObject({
  version: z.string(),
  node: z.string(),
  pid: z.int(),
  dataDir: z.string(),
  keyStore: z.enum(["keyStore", "memory"]),
  /** Set when the log was found damaged, read-only or full: what happened, where the bad file is kept. */
  logProblem: z
    .strictObject({
      kind: z.enum(["damaged", "readOnly", "full", "locked"]),
      message: z.string(),
      keptAt: z.string().optional(),
    })
    .optional(),
});
export type HostInfo = z.infer<typeof HostInfo>;

/** An entry of the audit view: the event with its session's title and a one-line summary of what happened. */
export const AuditEntry = z.strictObject({ event: AnyEvent, sessionTitle: z.string(), summary: z.string() });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A page of the audit; `pending` counts entries that are recorded but not in the search index yet. */
const auditPage = z.strictObject({
  items: z.array(AuditEntry),
  nextCursor: z.string().optional(),
  pending: z.int(),
});

export const Settings = z.strictObject({
  limits: Limits,
  policyMode: PolicyMode,
  /** For a command whose call names no limit; the workspace server takes ten minutes at most. */
  commandTimeoutMs: z.int().min(1000).max(600_000),
  /** Whether commands run in an OS sandbox where there is one (GOV-09); counts from the next start of a workspace server. */
  sandbox: z.enum(["auto", "off"]),
  /** Base address of the registry of MCP servers that is searched. */
  registryUrl: z.string().max(2000),
});
export type Settings = z.infer<typeof Settings>;

const exportFormats = z.enum(["json", "markdown", "html", "csv", "atif", "otlp"]);

/** Every request the host answers (design §3). Names are only ever added. */
export const requests = {
  "host.info": ask(empty, HostInfo),
  "workspace.open": ask(
    z.strictObject({ path: z.string().min(1).max(4000) }),
    z.strictObject({ workspaceId: WorkspaceId }),
  ),
  "workspace.openSample": ask(empty, z.strictObject({ workspaceId: WorkspaceId, path: z.string() })),
  "workspace.list": ask(empty, z.array(WorkspaceInfo)),
  /** Changes what the person chose for a workspace. */
  "workspace.update": ask(
    z.strictObject({ workspaceId: WorkspaceId, autoApplyEdits: z.boolean() }),
    z.null(),
  ),
  "workspace.trust": ask(z.strictObject({ workspaceId: WorkspaceId, isTrusted: z.boolean() }), z.null()),
  ...workspaceServerRequests,
  "model.add": ask(ModelDefinition, z.strictObject({ modelId: ModelId })),
  "model.list": ask(empty, z.array(ModelInfo)),
  "model.remove": ask(z.strictObject({ modelId: ModelId }), z.null()),
  /** Gives a model another key, or one again that was kept for the last run only (MODEL-02). */
  "model.setKey": ask(
    z.strictObject({ modelId: ModelId, apiKey: z.string().min(1).max(4000) }),
    z.strictObject({ key: z.enum(["keyStore", "memory"]) }),
  ),
  "model.test": ask(z.strictObject({ modelId: ModelId }), ModelTest),
  "session.create": ask(
    z.strictObject({
      workspaceId: WorkspaceId,
      modelId: ModelId,
      title: z.string().max(300).optional(),
      limits: Limits.partial().optional(),
      policyMode: PolicyMode.optional(),
    }),
    z.strictObject({ sessionId: SessionId }),
  ),
  "session.send": ask(
    z.strictObject({
      sessionId: SessionId,
      text: z.string().min(1).max(8_000_000),
      attachments: z.array(Attachment).max(50).optional(),
    }),
    z.strictObject({ turnId: TurnId }),
  ),
  "session.stop": ask(z.strictObject({ sessionId: SessionId }), z.null()),
  "session.snapshot": ask(z.strictObject({ sessionId: SessionId }), SessionState),
  "session.list": ask(
    z.strictObject({ ...paging, workspaceId: WorkspaceId.optional() }),
    page(SessionSummary),
  ),
  "session.fork": ask(
    z.strictObject({ sessionId: SessionId, afterSeq: z.int().positive(), modelId: ModelId.optional() }),
    z.strictObject({ sessionId: SessionId }),
  ),
  "session.update": ask(
    z.strictObject({
      sessionId: SessionId,
      title: z.string().min(1).max(300).optional(),
      modelId: ModelId.optional(),
      policyMode: PolicyMode.optional(),
      limits: Limits.partial().optional(),
      systemPrompt: z.string().max(200_000).optional(),
    }),
    z.null(),
  ),
  /** The exact request of one step as the model got it (LOOP-01). */
  "step.prompt": ask(
    z.strictObject({ sessionId: SessionId, stepId: StepId }),
    z.strictObject({ model: z.string(), messages: z.array(JsonObject), tools: z.array(JsonObject) }),
  ),
  /** Ends a call that goes on in the background (MCP-12); answers when its end is in the log. */
  "call.stop": ask(z.strictObject({ sessionId: SessionId, callId: CallId }), z.null()),
  "call.read": ask(z.strictObject({ sessionId: SessionId, callId: CallId }), CallDetail),
  /** What runs in a workspace and what ran; while its server is not running, nothing does. */
  "command.list": ask(z.strictObject({ workspaceId: WorkspaceId }), CommandList),
  "command.output": ask(
    z.strictObject({
      workspaceId: WorkspaceId,
      id: z.string().max(40),
      stream: z.enum(["stdout", "stderr"]),
      /** Byte to begin at; negative: that many bytes before the end. Default: the last 4,000. */
      offset: z.int().optional(),
      limit: z.int().min(100).max(24_000).optional(),
    }),
    CommandOutput,
  ),
  /** Ends a command and all it started, as the person's own decision; answers when nothing of it runs. */
  "command.stop": ask(z.strictObject({ workspaceId: WorkspaceId, id: z.string().max(40) }), CommandStop),
  "event.read": ask(z.strictObject({ sessionId: SessionId, seq: z.int().positive() }), AnyEvent),
  "approval.list": ask(empty, z.array(Approval)),
  "approval.decide": ask(ApprovalDecision, z.null()),
  "review.read": ask(z.strictObject({ sessionId: SessionId, turnId: TurnId }), TurnReview),
  /**
   * Takes changes of a turn back, as the person's own decision: whole files, or single hunks of `before` against `after` as
   * `review.read` gave them. Each file counts alone; one that is no longer as it was shown is refused as `stale` and stays.
   */
  "review.revert": ask(
    z.strictObject({
      sessionId: SessionId,
      turnId: TurnId,
      files: z
        .array(
          z.strictObject({
            path: z.string().max(4000),
            afterHash: z.string().max(100),
            hunks: z.array(Hunk).min(1).max(20_000).optional(),
          }),
        )
        .min(1)
        .max(1000),
    }),
    z.strictObject({
      reverted: z.array(z.string()),
      failed: z.array(z.strictObject({ path: z.string(), error: Failure })),
    }),
  ),
  ...serverRequests,
  "audit.query": ask(
    z.strictObject({
      ...paging,
      sessionId: SessionId.optional(),
      types: z.array(z.string().max(60)).max(60).optional(),
      tool: z.string().max(200).optional(),
      severity: z.array(Severity).optional(),
      from: Millis.optional(),
      to: Millis.optional(),
    }),
    auditPage,
  ),
  "audit.search": ask(
    z.strictObject({ ...paging, text: z.string().min(1).max(500), sessionId: SessionId.optional() }),
    auditPage,
  ),
  "audit.verify": ask(
    z.strictObject({ sessionId: SessionId.optional() }),
    z.strictObject({
      ok: z.boolean(),
      sessions: z.int(),
      events: z.int(),
      durationMs: z.int(),
      firstBad: z.strictObject({ sessionId: SessionId, seq: z.int(), what: z.string() }).optional(),
    }),
  ),
  "audit.export": ask(
    z.strictObject({
      sessionId: SessionId.optional(),
      format: exportFormats,
      path: z.string().max(4000).optional(),
    }),
    z.strictObject({
      path: z.string().optional(),
      content: z.string().optional(),
      bytes: z.int(),
      events: z.int(),
    }),
  ),
  "trajectory.import": ask(
    z.strictObject({
      path: z.string().max(4000).optional(),
      bytes: z.string().optional(),
      format: z.string().max(60).optional(),
    }),
    z.strictObject({ sessionIds: z.array(SessionId) }),
  ),
  "trajectory.export": ask(
    z.strictObject({ sessionId: SessionId, format: exportFormats, path: z.string().max(4000).optional() }),
    z.strictObject({
      path: z.string().optional(),
      content: z.string().optional(),
      bytes: z.int(),
      fileName: z.string(),
    }),
  ),
  "trajectory.compare": ask(z.strictObject({ sessionIds: z.array(SessionId).min(2).max(2) }), JsonObject),
  "settings.get": ask(empty, Settings),
  "settings.set": ask(Settings.partial(), Settings),
} as const;

export type RequestName = keyof typeof requests;
export type Input<N extends RequestName> = z.infer<(typeof requests)[N]["input"]>;
export type Output<N extends RequestName> = z.infer<(typeof requests)[N]["output"]>;

/** One handler per request; a missing one does not compile (ARCH-03). Handlers answer a Result and never reject for expected failures. */
export type Handlers = {
  readonly [N in RequestName]: (input: Input<N>) => Promise<import("./errors.ts").Result<Output<N>>>;
};
