import { z } from "zod";
import { Failure } from "./errors.ts";
import { Millis, ServerId } from "./ids.ts";
import { JsonObject, Severity } from "./values.ts";

/** How a server is reached. Values of `env` and `headers` are shown as names only once stored. */
export const ServerTransport = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("stdio"),
    command: z.string().min(1).max(4000),
    args: z.array(z.string().max(8000)).max(200).optional(),
    env: z.record(z.string(), z.string().max(32_000)).optional(),
    cwd: z.string().max(4000).optional(),
  }),
  z.strictObject({
    kind: z.literal("http"),
    url: z.string().max(4000),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ kind: z.literal("bundled"), name: z.enum(["workspace", "knowledge"]) }),
]);
export type ServerTransport = z.infer<typeof ServerTransport>;

/** What `server.add` takes. */
export const ServerDefinition = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(60)
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9 _.-]*$/u,
      "letters, digits, space, dot, dash and underscore; starts with a letter or digit",
    ),
  transport: ServerTransport,
  isEnabled: z.boolean().optional(),
  isTrusted: z.boolean().optional(),
  callTimeoutMs: z.int().min(1000).max(3_600_000).optional(),
});
export type ServerDefinition = z.infer<typeof ServerDefinition>;

/** One tool of a server as the person and the policy see it. */
export const ToolInfo = z.strictObject({
  name: z.string(),
  modelName: z.string(),
  title: z.string().optional(),
  description: z.string(),
  inputSchema: JsonObject,
  severity: Severity,
  timeoutMs: z.int(),
  definitionHash: z.string(),
  isEnabled: z.boolean(),
  /** Why the tool is switched off alone (MCP-04); absent when it works. */
  problem: z.string().optional(),
});
export type ToolInfo = z.infer<typeof ToolInfo>;

export const ServerState = z.enum(["stopped", "starting", "ready", "failed", "stopping"]);
export type ServerState = z.infer<typeof ServerState>;

/** A server with its state. A bundled workspace server is listed once per open workspace (`workspaceId` set). */
export const ServerInfo = z.strictObject({
  serverId: ServerId,
  name: z.string(),
  transport: ServerTransport,
  isBundled: z.boolean(),
  isTrusted: z.boolean(),
  workspaceId: z.string().optional(),
  state: ServerState,
  stateAt: Millis,
  pid: z.int().optional(),
  startedAt: Millis.optional(),
  protocolVersion: z.string().optional(),
  serverVersion: z.string().optional(),
  instructions: z.string().optional(),
  tools: z.array(ToolInfo),
  lastError: Failure.optional(),
  restarts: z.int(),
});
export type ServerInfo = z.infer<typeof ServerInfo>;

/** One line a server wrote to stderr, or a log notification of it. */
export const ServerLogLine = z.strictObject({
  at: Millis,
  stream: z.enum(["stderr", "log", "protocol"]),
  text: z.string(),
});
export type ServerLogLine = z.infer<typeof ServerLogLine>;
