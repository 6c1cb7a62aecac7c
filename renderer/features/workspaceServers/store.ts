import { createStore, type StoreApi } from "zustand/vanilla";
import type { WorkspaceId, WorkspaceServers } from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";

/** What one folder brings, as it was read last. */
export interface FolderView {
  readonly workspaceId: WorkspaceId | undefined;
  /** Absent until it was read, and where it cannot be. */
  readonly found: WorkspaceServers | undefined;
}

export interface FolderStore extends StoreApi<FolderView> {
  /** Looks at another folder, or at none, or at the same one again. Never rejects. */
  look(workspaceId: WorkspaceId | undefined): Promise<void>;
  /** Reads the folder that is looked at again. Never rejects. */
  again(): Promise<void>;
}

const told: ReadonlySet<string> = new Set(["workspace.opened", "workspace.serversDecided"]);
const ofServers = /(?:^|[\\/])\.?mcp\.json$/i;

/**
 * Follows what the folder that is looked at brings: read anew when it is opened, when something was decided, when a tool wrote
 * such a file, and whenever a turn ended, since a command may have. What is changed outside is seen when the window is looked at
 * again: {@link FolderStore.again}.
 */
export const createFolderStore = (bridge: Bridge): FolderStore => {
  const store = createStore<FolderView>(() => ({ workspaceId: undefined, found: undefined }));
  let round = 0;
  const read = async (): Promise<void> => {
    const mine = (round += 1);
    const { workspaceId } = store.getState();
    if (workspaceId === undefined) return;
    const answer = await bridge.request("workspace.servers", { workspaceId });
    if (mine === round) store.setState({ found: answer.ok ? answer.value : undefined });
  };
  const report = (): void => {
    read().catch((cause: unknown) => console.error("workspace.servers failed", cause));
  };
  bridge.subscribe("session.event", ({ type, body }) => {
    const wrote = type === "file.changed" && ofServers.test(String((body as { path?: unknown }).path));
    if (told.has(type) || wrote || type === "turn.ended") report();
  });
  bridge.subscribe("app.hostChanged", (host) => {
    if (host.state === "ready") report();
  });
  return {
    ...store,
    again: read,
    look: (workspaceId) => {
      if (workspaceId !== store.getState().workspaceId) store.setState({ workspaceId, found: undefined });
      return read();
    },
  };
};
