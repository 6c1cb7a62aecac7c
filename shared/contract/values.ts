import { z } from "zod";

/** What a call may do (design §6): L1 reads, L2 changes files here, L3 runs code or is unknown, L4 acts outside the machine. */
export const Severity = z.enum(["L1", "L2", "L3", "L4"]);
export type Severity = z.infer<typeof Severity>;

/** Where a call stands (design §3). */
export const CallState = z.enum([
  "proposed",
  "awaitingApproval",
  "running",
  "completed",
  "failed",
  "denied",
  "cancelled",
  "interrupted",
  "outcomeUnknown",
]);
export type CallState = z.infer<typeof CallState>;

/** Why a turn ended (design §5). */
export const StopReason = z.enum([
  "answered",
  "stopped",
  "maxSteps",
  "tokenBudget",
  "costBudget",
  "timeBudget",
  "repeatedCall",
  "tooManyFailures",
  "anomaly",
  "modelFailed",
  "interrupted",
]);
export type StopReason = z.infer<typeof StopReason>;

/** How decisions are made: `ask` asks above L1, `default` shows every diff and asks for L3+, `autoEdit` applies L2 by itself, `plan` refuses every change. */
export const PolicyMode = z.enum(["ask", "default", "autoEdit", "plan"]);
export type PolicyMode = z.infer<typeof PolicyMode>;

/** Limits of one turn, each checked before the next model call (LOOP-05). `null` means no such limit. */
export const Limits = z.strictObject({
  maxSteps: z.int().min(1).max(1000),
  maxTokens: z.int().min(1).nullable(),
  maxCostUsd: z.number().positive().nullable(),
  maxWallMs: z.int().min(1000).nullable(),
  maxRepeats: z.int().min(1).max(100),
  maxFailures: z.int().min(1).max(100),
});
export type Limits = z.infer<typeof Limits>;

/** Token counts of one model call by the provider's own figures; `isEstimated` marks ours. Input includes cached tokens. */
export const Usage = z.strictObject({
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  cacheReadTokens: z.int().nonnegative(),
  cacheWriteTokens: z.int().nonnegative(),
  isEstimated: z.boolean(),
});
export type Usage = z.infer<typeof Usage>;

/** Any JSON object, as tool arguments are. */
export const JsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof JsonObject>;

/** One file as a change would leave it: what an approval shows and a decision may replace (design §6). */
export const FilePreview = z.strictObject({
  path: z.string(),
  baseHash: z.string().nullable(),
  before: z.string(),
  after: z.string(),
  isProtected: z.boolean().optional(),
});
export type FilePreview = z.infer<typeof FilePreview>;

/** What holds a command back (GOV-09), and what it does not. */
export const ShownSandbox = z.strictObject({
  kind: z.enum(["sandbox-runtime", "bubblewrap", "none"]),
  /** Why there is none. */
  cause: z.enum(["missing", "blocked", "failed", "unsupported", "off"]).optional(),
  /** In the words of the server that runs it; for `none` with what to do about it. */
  reason: z.string(),
  /** The call asks for the network. Without a sandbox every command has it. */
  network: z.boolean(),
});
export type ShownSandbox = z.infer<typeof ShownSandbox>;

/** A command in full, with where it would run, for how long, and in what. */
export const ShownCommand = z.strictObject({
  line: z.string(),
  cwd: z.string(),
  timeoutMs: z.int(),
  /** Absent where the server does not say. */
  sandbox: ShownSandbox.optional(),
});

/** A stretch of lines: the first one counted from 1, and how many; with none, `start` is the line it stands before. */
const LineStretch = z.strictObject({ start: z.int().min(1), count: z.int().nonnegative() });

/** One place in which two states of a file differ: its lines before and after the change. */
export const Hunk = z.strictObject({ before: LineStretch, after: LineStretch });
export type Hunk = z.infer<typeof Hunk>;

/** A piece of a tool's result as MCP gives it; types we do not know are kept and shown as JSON. */
export const ContentBlock = z.looseObject({ type: z.string() });
export type ContentBlock = z.infer<typeof ContentBlock>;
