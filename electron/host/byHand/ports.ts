import type { Failure, SessionId } from "../../../shared/contract/index.ts";
import type { CallPorts } from "../loop/index.ts";
import type { ServerManager } from "../mcp/index.ts";
import type { SessionStore, Summaries } from "../sessions/index.ts";
import type { SettingsRoom } from "../settings/index.ts";
import type { Workspaces } from "../workspaces/index.ts";

/** What the room is made of. */
export interface ByHandPorts extends Omit<
  CallPorts,
  "session" | "tools" | "servers" | "commandTimeoutMs" | "autoApplies" | "turnOnAutoApply"
> {
  readonly store: SessionStore;
  readonly summaries: Summaries;
  readonly servers: Pick<ServerManager, "call" | "list" | "tools">;
  readonly workspaces: Workspaces;
  readonly settings: SettingsRoom;
  readonly config: { get(name: string): unknown; set(name: string, value: unknown): void };
  /** A folder of ours in which nothing is: the arguments of a server without a workspace are measured against it. */
  readonly nowhere: string;
  readonly notice: (level: "error", notice: Failure, sessionId: SessionId) => void;
}
