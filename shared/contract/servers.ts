import { z } from "zod";
import { Failure } from "./errors.ts";
import { Millis, ServerId } from "./ids.ts";
import { OptionField } from "./optionField.ts";
import { Remark } from "./remark.ts";
import { JsonObject, Severity } from "./values.ts";

/**
 * How to sign in at a server reached by URL. Without it a person signs in by page where the server asks for that.
 * `secrets` are kept in the key store and come back as names only.
 */
export const OAuthSettings = z.strictObject({
  grant: z.enum(["authorization_code", "client_credentials", "private_key_jwt", "jwt_bearer", "enterprise"]),
  clientId: z.string().max(2000).optional(),
  scope: z.string().max(2000).optional(),
  /** The sign-in server that given credentials are for; they go to no other. */
  issuer: z.string().max(2000).optional(),
  clientMetadataUrl: z.string().max(2000).optional(),
  /** Of the key in `private_key_jwt`; ES256 when absent. */
  algorithm: z.string().max(20).optional(),
  idp: z.strictObject({ clientId: z.string().max(2000), tokenEndpoint: z.string().max(2000) }).optional(),
  secrets: z
    .strictObject({
      clientSecret: z.string().max(32_000).optional(),
      privateKeyPem: z.string().max(32_000).optional(),
      assertion: z.string().max(32_000).optional(),
      idpToken: z.string().max(32_000).optional(),
    })
    .optional(),
});
export type OAuthSettings = z.infer<typeof OAuthSettings>;

/** One step of a sign-in, for the person to see where it stopped. `url` is without its query. */
export const SignInStep = z.strictObject({
  at: Millis,
  step: z.enum(["resource", "issuer", "register", "page", "callback", "token", "request", "end"]),
  url: z.string(),
  status: z.int().optional(),
  isOk: z.boolean(),
  /** Why it failed, in English; `why` names the reason for other languages (`errors.signInWhy.<name>`). */
  note: z.string().optional(),
  why: z
    .strictObject({
      name: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    })
    .optional(),
});
export type SignInStep = z.infer<typeof SignInStep>;

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
    oauth: OAuthSettings.optional(),
  }),
  z.strictObject({ kind: z.literal("bundled"), name: z.enum(["workspace", "knowledge"]) }),
]);
export type ServerTransport = z.infer<typeof ServerTransport>;

/** Where a definition came from; `from` is a file, an address, or a package with its version. */
export const ServerOrigin = z.strictObject({
  kind: z.enum(["form", "paste", "import", "registry", "bundle", "link", "workspace"]),
  from: z.string().max(4200).optional(),
});
export type ServerOrigin = z.infer<typeof ServerOrigin>;

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
  /** Whether the server may know of the open workspaces (MCP roots). Some servers then work on these folders only. */
  sharesRoots: z.boolean().optional(),
  /**
   * Whether `${env:NAME}`, `${env:NAME:-default}`, `${userHome}` and `${workspaceFolder}` in its texts are filled in at each
   * start. Set for imported servers; what a person types is taken as it stands.
   */
  fillsIn: z.boolean().optional(),
  origin: ServerOrigin.optional(),
});
export type ServerDefinition = z.infer<typeof ServerDefinition>;

/** A server read out of another program's settings or a pasted text, not added yet. */
export const ServerCandidate = z.strictObject({
  /** Its name there. */
  givenName: z.string(),
  definition: ServerDefinition,
  /** What to know or to do before it is added. */
  notes: z.array(Remark),
  /** False while something must be filled in by hand. */
  isReady: z.boolean(),
  /** What of it can be asked for: each fills the places `${input:key}` of its texts. */
  fields: z.array(OptionField).optional(),
});
export type ServerCandidate = z.infer<typeof ServerCandidate>;

/** What one file of another program holds. */
export const FoundConfig = z.strictObject({
  client: z.enum(["claude-desktop", "claude-code", "vscode", "cursor", "windsurf", "cline"]),
  path: z.string(),
  candidates: z.array(ServerCandidate),
  problems: z.array(Remark),
});
export type FoundConfig = z.infer<typeof FoundConfig>;

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
  /** The person switched it off: no model sees it. */
  isOff: z.boolean().optional(),
  /** `severity` is the person's own choice. */
  isOwnSeverity: z.boolean().optional(),
  /** Its definition differs from the one that was agreed to; models see the old one and every call asks (SEC-MCP-01). */
  isChanged: z.boolean().optional(),
});
export type ToolInfo = z.infer<typeof ToolInfo>;

/** A resource that a server lists. */
export const ServerResource = z.strictObject({
  uri: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  /** Bytes, as the server says. */
  size: z.int().nonnegative().optional(),
});
export type ServerResource = z.infer<typeof ServerResource>;

/** A family of resources: an address with places to fill in (RFC 6570). */
export const ServerTemplate = z.strictObject({
  uriTemplate: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
});
export type ServerTemplate = z.infer<typeof ServerTemplate>;

/** A prompt that a server offers; argument values are texts. */
export const ServerPrompt = z.strictObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  arguments: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      isRequired: z.boolean(),
    }),
  ),
});
export type ServerPrompt = z.infer<typeof ServerPrompt>;

/** What a server offers beside tools. `problems` says what of it could not be read. */
export const ServerOffers = z.strictObject({
  resources: z.array(ServerResource),
  templates: z.array(ServerTemplate),
  prompts: z.array(ServerPrompt),
  problems: z.array(Remark),
});
export type ServerOffers = z.infer<typeof ServerOffers>;

export const ServerState = z.enum(["stopped", "starting", "ready", "failed", "stopping"]);
export type ServerState = z.infer<typeof ServerState>;

/** How much a server logs: a level and everything more severe (the protocol's eight, of RFC 5424). */
export const ServerLogLevel = z.enum([
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
]);
export type ServerLogLevel = z.infer<typeof ServerLogLevel>;

/** A server with its state. A bundled workspace server is listed once per open workspace (`workspaceId` set). */
export const ServerInfo = z.strictObject({
  serverId: ServerId,
  name: z.string(),
  transport: ServerTransport,
  isBundled: z.boolean(),
  isTrusted: z.boolean(),
  sharesRoots: z.boolean().optional(),
  workspaceId: z.string().optional(),
  state: ServerState,
  stateAt: Millis,
  pid: z.int().optional(),
  startedAt: Millis.optional(),
  protocolVersion: z.string().optional(),
  serverVersion: z.string().optional(),
  instructions: z.string().optional(),
  /** As the server declared them when it said hello. */
  capabilities: JsonObject.optional(),
  /** The level it was asked to log at; absent where nobody asked, or it does not say that it can log. */
  logLevel: ServerLogLevel.optional(),
  /** Counts the announcements that resources or prompts have changed. */
  offersRevision: z.int().optional(),
  tools: z.array(ToolInfo),
  lastError: Failure.optional(),
  /** Of a server reached by URL: whether a person must sign in, and the steps of the last sign-in. */
  signIn: z
    .strictObject({ state: z.enum(["none", "needed", "busy", "done"]), steps: z.array(SignInStep) })
    .optional(),
  restarts: z.int(),
  /** The person's own limit for its calls; absent where the usual one counts. */
  callTimeoutMs: z.int().optional(),
  origin: ServerOrigin.optional(),
  /**
   * Set while it may not start, because no person agreed to it as it stands (SEC-MCP-04): how it was agreed to last (null:
   * never) and how it is now, values of variables and headers blank.
   */
  consent: z
    .strictObject({ configHash: z.string(), agreed: ServerDefinition.nullable(), now: ServerDefinition })
    .optional(),
});
export type ServerInfo = z.infer<typeof ServerInfo>;

/** One line a server wrote to stderr, or a log notification of it; one with a `key` is written by Loopwright itself. */
export const ServerLogLine = z.strictObject({
  at: Millis,
  stream: z.enum(["stderr", "log", "protocol"]),
  ...Remark.shape,
});
export type ServerLogLine = z.infer<typeof ServerLogLine>;
