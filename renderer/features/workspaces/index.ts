import { useStore } from "zustand";
import type { WorkspaceId, WorkspaceInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createWorkspacesStore, type WorkspacesStore, type WorkspacesView } from "./store.ts";

let opened: WorkspacesStore | undefined;

const workspaces = (): WorkspacesStore => {
  if (opened === undefined) {
    opened = createWorkspacesStore(bridge);
    opened.refresh().catch((cause: unknown) => console.error("workspace.list failed", cause));
  }
  return opened;
};

/** The folders a person opened, followed from the first use on. */
export const useWorkspaces = <T>(select: (view: WorkspacesView) => T): T => useStore(workspaces(), select);

/** One folder; `undefined` until it is known. */
export const useWorkspace = (workspaceId: WorkspaceId): WorkspaceInfo | undefined =>
  useWorkspaces((view) => view.items.find((item) => item.workspaceId === workspaceId));

/** Chooses whether edits of a workspace apply by themselves. Never rejects: a refusal is kept in the view. */
export const setAutoApply = (workspaceId: WorkspaceId, isOn: boolean): void => {
  workspaces()
    .setAutoApply(workspaceId, isOn)
    .catch((cause: unknown) => console.error("workspace.update failed", cause));
};
