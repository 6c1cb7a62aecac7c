import type {
  ServerId,
  ServerInfo,
  ServerLogLine,
  ServerTransport,
  Result,
} from "../../../../shared/contract/index.ts";
import type { EventBody } from "../../../../shared/events/index.ts";
import type { Clock } from "../../ports.ts";
import type { ServerEventType, ServerLimits } from "../ports.ts";
import type { ProtocolLog } from "../protocolLog/index.ts";
import type { Target } from "../target.ts";
import type { KnownTool } from "../tools/index.ts";
import type { ListedTool, McpConnection } from "../types.ts";
import type { LogLevelChoice } from "./logLevel.ts";
import type { ServerLog } from "./serverLog.ts";
import type { Turn } from "./startGate.ts";

/** What a run is of: fixed for its life, a changed definition gets a new run. */
export interface RunSubject {
  readonly serverId: ServerId;
  readonly name: string;
  /** As it may be shown: no values of environment variables. */
  readonly transport: ServerTransport;
  readonly isBundled: boolean;
  readonly isTrusted: boolean;
  readonly sharesRoots: boolean;
  readonly workspaceId?: string;
}

/** What a run needs from its manager. */
export interface RunPorts {
  readonly clock: Clock;
  readonly limits: ServerLimits;
  /** Makes the command or address ready; called at every start, so that a repaired system is seen. Never rejects. */
  readonly prepare: () => Promise<Result<Target>>;
  /** Waits until a process may be started. */
  readonly turn: Turn;
  readonly connect: (target: Target, log: ServerLog, protocol: ProtocolLog) => McpConnection;
  readonly describe: (tools: readonly ListedTool[]) => KnownTool[];
  readonly onEvent: <T extends ServerEventType>(type: T, body: EventBody<T>) => void;
  readonly onChanged: (info: ServerInfo) => void;
  readonly onLogged: (lines: ServerLogLine[]) => void;
  readonly onResourceUpdated: (uri: string) => void;
  /** What is known of its sign-in; undefined for a server that is not reached by URL. */
  readonly signIn: () => ServerInfo["signIn"];
  /** What a person wants it to log; shared with the runs before and after this one. */
  readonly logLevel: LogLevelChoice;
}
