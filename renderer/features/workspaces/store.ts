import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure, WorkspaceId, WorkspaceInfo } from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";

export interface WorkspacesView {
  readonly items: readonly WorkspaceInfo[];
  /** Why the list could not be read, or the last choice not kept. */
  readonly error?: Failure | undefined;
}

export interface WorkspacesStore extends StoreApi<WorkspacesView> {
  /** Reads the list again. Never rejects. */
  refresh(): Promise<void>;
  setAutoApply(workspaceId: WorkspaceId, isOn: boolean): Promise<void>;
}

const told: ReadonlySet<string> = new Set(["workspace.opened", "workspace.trusted", "config.changed"]);

/** Follows the folders a person opened: read once, and again when the log says that something about them changed. */
export const createWorkspacesStore = (bridge: Bridge): WorkspacesStore => {
  const store = createStore<WorkspacesView>(() => ({ items: [] }));
  let round = 0;
  const refresh = async (): Promise<void> => {
    const mine = (round += 1);
    const answer = await bridge.request("workspace.list", {});
    if (mine !== round) return;
    store.setState(answer.ok ? { items: answer.value } : { error: answer.error });
  };
  const again = (): void => {
    refresh().catch((cause: unknown) => console.error("workspace.list failed", cause));
  };
  bridge.subscribe("session.event", (event) => {
    if (event.sessionId === "system" && told.has(event.type)) again();
  });
  bridge.subscribe("app.hostChanged", (host) => {
    if (host.state === "ready") again();
  });
  return {
    ...store,
    refresh,
    setAutoApply: async (workspaceId, isOn) => {
      const answer = await bridge.request("workspace.update", { workspaceId, autoApplyEdits: isOn });
      store.setState({ error: answer.ok ? undefined : answer.error });
      await refresh();
    },
  };
};
