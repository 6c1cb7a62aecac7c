import type {
  ContentBlock,
  Failure,
  JsonObject,
  Result,
  ServerDefinition,
  ServerId,
  ServerInfo,
  ServerLogLevel,
  ServerLogLine,
  ServerOffers,
  ShownSandbox,
  ToolInfo,
  WorkspaceId,
} from "../../../shared/contract/index.ts";

import type { ServerInspector } from "./inspector.ts";

/**
 * What a finished `tools/call` brought. `isError` is the server's own flag; protocol failures come as a failed
 * {@link Result}.
 */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structured: unknown;
  readonly isError: boolean;
  /** Bytes of the result's JSON. */
  readonly bytes: number;
  /** Blocks of a type we do not know, kept as they came. */
  readonly warnings: readonly string[];
}

export interface CallOptions {
  /** `_meta` of the request (preview, commit, request id). */
  readonly meta?: JsonObject;
  readonly signal: AbortSignal;
  /** Time without result or progress until the call is given up, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Longest the call may go on whatever progress it reports; by default ten times `timeoutMs`, half an hour at
   * least.
   */
  readonly maxTotalMs?: number;
  readonly onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
  /**
   * Called once in place of giving the call up at `timeoutMs`: it goes on, and the longest it may go on is all that ends it
   * by itself (MCP-12).
   */
  readonly onLate?: () => void;
}

/**
 * One live connection to one MCP server, whatever transport and protocol library lie below. Methods never
 * reject; a failure's code says what happened: `unreachable` = the connection went away while the call was out
 * (its outcome is unknown), `timedOut` = the server was told to cancel, `invalidInput` = the server refused
 * the request (JSON-RPC error), `resourceExhausted` = the answer was too large to read (the server goes on),
 * `denied` = the caller's signal cancelled it.
 */
export interface McpConnection {
  connect(): Promise<Result<ServerHello>>;
  /**
   * All tools, parsed one by one; a bad one is listed with its problem and never spoils the others (MCP-04).
   */
  listTools(): Promise<Result<readonly ListedTool[]>>;
  callTool(name: string, args: JsonObject, options: CallOptions): Promise<Result<ToolResult>>;
  /** Ends the connection and the whole process tree. Never rejects; afterwards no descendant lives. */
  close(): Promise<void>;
  readonly pid: number | null;
  onClosed(listener: (why: Failure | null) => void): void;
  /** Resources, templates and prompts; lists that fail are told in `problems`. */
  listOffers(): Promise<Result<ServerOffers>>;
  /** Any of {@link OfferMethod}, with parameters and result as the protocol has them. */
  ask(method: OfferMethod, params: JsonObject, signal?: AbortSignal): Promise<Result<JsonObject>>;
  /** Tells the server that the folders it may know of have changed. */
  rootsChanged(): void;
  onListChanged(listener: (what: ChangedList) => void): void;
  /** A resource that was subscribed to has changed. */
  onResourceUpdated(listener: (uri: string) => void): void;
  onLog(listener: (line: ServerLogLine) => void): void;
}

/** What a server announced a change of: its tools, or what it offers beside them. */
export type ChangedList = "tools" | "offers";

const offerMethods = [
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "ping",
] as const;

/** Requests about what a server offers; none of them acts. */
export type OfferMethod = (typeof offerMethods)[number];

export const isOfferMethod = (method: string): method is OfferMethod =>
  (offerMethods as readonly string[]).includes(method);

export interface ServerHello {
  readonly protocolVersion: string;
  readonly serverVersion: string;
  readonly instructions: string | null;
  readonly capabilities: JsonObject;
  /** What it is asked to log while nobody has chosen a level, where the protocol's servers log nothing unasked. */
  readonly logLevel?: ServerLogLevel;
}

/** A tool as listed; `raw` is the definition untouched, `problem` why it cannot be offered. */
export interface ListedTool {
  readonly name: string;
  readonly raw: JsonObject;
  readonly problem: string | null;
}

/** A tool that a session can use, with where it lives. */
export interface ToolEntry extends ToolInfo {
  readonly serverId: ServerId;
  readonly serverName: string;
  readonly isBundled: boolean;
  readonly isTrustedServer: boolean;
  readonly annotations: JsonObject;
  /** The bundled server can preview this tool's change (`loopwright/preview`). */
  readonly canPreview: boolean;
  /** What the bundled server runs its commands in (`loopwright/sandbox`). */
  readonly sandbox?: Omit<ShownSandbox, "network"> | undefined;
  /** HTTP servers act outside the machine. */
  readonly isRemote: boolean;
  /** Tools of other servers that it could be taken for, as `server/tool` (SEC-MCP-05). */
  readonly lookAlikes?: readonly string[];
}

/** Owns every MCP server of the host: definitions, processes, states, tools. Methods never reject. */
export interface ServerManager {
  /** Looks into servers, and decides about their tools. */
  readonly inspector: ServerInspector;
  /** `as` is the name it is to have where that was written down before; it must be new. */
  add(definition: ServerDefinition, as?: ServerId): Result<{ serverId: ServerId }>;
  update(serverId: ServerId, definition: ServerDefinition): Promise<Result<null>>;
  remove(serverId: ServerId): Promise<Result<null>>;
  list(): ServerInfo[];
  start(serverId: ServerId): Promise<Result<null>>;
  stop(serverId: ServerId): Promise<Result<null>>;
  /** Agrees to a server as it was shown, so that it may start; `stale` when it is another one by now (SEC-MCP-04). */
  agree(serverId: ServerId, configHash: string): Result<null>;
  /** A server of the person's as it is kept, values of variables and headers blank. */
  definition(serverId: ServerId): Result<ServerDefinition>;
  /** Takes the definitions as they stand in the store after an edit from outside; stops what changed, starts nothing. */
  reread(): Promise<void>;
  log(serverId: ServerId): Result<ServerLogLine[]>;
  /**
   * Starts every enabled server of the person's, side by side, the first time it is called; waits for none.
   * {@link openWorkspace} calls it.
   */
  startEnabled(): void;
  /**
   * Starts (once) the bundled workspace server of a workspace and every enabled server; waits for the
   * workspace server only.
   */
  openWorkspace(workspaceId: WorkspaceId, path: string): Promise<Result<null>>;
  /**
   * Tools usable in a workspace: its workspace server's bare names first, then `server__tool`. Only working,
   * enabled ones.
   */
  tools(workspaceId: WorkspaceId): ToolEntry[];
  call(
    entry: Pick<ToolEntry, "serverId" | "name">,
    args: JsonObject,
    options: CallOptions,
  ): Promise<Result<ToolResult>>;
  /** Lets a person sign in by page, then connects; answers when both are over. */
  signIn(serverId: ServerId): Promise<Result<null>>;
  /** Stops the server and forgets its sign-in. */
  signOut(serverId: ServerId): Promise<Result<null>>;
  /** What a ready server offers beside tools, as last listed. */
  offers(serverId: ServerId): Promise<Result<ServerOffers>>;
  /** A request about what a ready server offers. */
  ask(
    serverId: ServerId,
    method: OfferMethod,
    params: JsonObject,
    signal?: AbortSignal,
  ): Promise<Result<JsonObject>>;
  /** A resource that was subscribed to has changed. */
  onResourceUpdated(listener: (serverId: ServerId, uri: string) => void): void;
  /** The folders that servers may know of have changed. */
  rootsChanged(): void;
  /** Told after every change of a server, and with its log lines (coalesced). */
  onChanged(listener: (change: { server?: ServerInfo; removed?: ServerId }) => void): void;
  onLogged(listener: (serverId: ServerId, lines: ServerLogLine[]) => void): void;
  /** Stops everything; afterwards no descendant of any server lives. */
  close(): Promise<void>;
}
