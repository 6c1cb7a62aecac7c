import type { HostInfo } from "../../../shared/contract/index.ts";
import type { Agent } from "../agent/index.ts";
import type { ByHand } from "../byHand/index.ts";
import type { Bundles } from "../bundles/index.ts";
import type { Catalog } from "../catalog/index.ts";
import type { OpenedLog } from "../log/index.ts";
import type { ServerManager } from "../mcp/index.ts";
import type { Approvals } from "../policy/index.ts";
import type { Registry } from "../registry/index.ts";
import type { Reviews } from "../review/index.ts";
import type { Running } from "../running/index.ts";
import type { AskRoom } from "../serverAsks/index.ts";
import type { SessionStore, Summaries } from "../sessions/index.ts";
import type { Teams } from "../team/index.ts";
import type { SettingsRoom } from "../settings/index.ts";
import type { Workspaces } from "../workspaces/index.ts";
import type { WorkspaceServersRoom } from "../workspaceServers/index.ts";
import type { SessionId } from "../../../shared/contract/index.ts";
import type { Draft } from "../sessions/index.ts";

/** The host's rooms as the handlers reach them. */
export interface Rooms {
  readonly agent: Agent;
  readonly approvals: Approvals;
  readonly bundles: Bundles;
  readonly byHand: ByHand;
  readonly catalog: Catalog;
  readonly log: OpenedLog;
  readonly registry: Registry;
  readonly reviews: Reviews;
  readonly running: Running;
  readonly serverAsks: AskRoom;
  readonly servers: ServerManager;
  readonly settings: SettingsRoom;
  readonly store: SessionStore;
  readonly summaries: Summaries;
  readonly teams: Teams;
  readonly workspaces: Workspaces;
  readonly workspaceServers: WorkspaceServersRoom;
  readonly info: () => HostInfo;
  /** Appends to the reserved `system` session (design §4). */
  readonly note: (draft: Draft) => Promise<void>;
}

/** The reserved session of events that belong to none. */
export const SYSTEM = "system" as SessionId;
