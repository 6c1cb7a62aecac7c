import { create, useStore } from "zustand";
import type { WorkspaceId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createFolderStore, type FolderStore, type FolderView } from "./store.ts";

let made: FolderStore | undefined;

/** The window's one store of what the folder in view brings. */
export const folderStore = (): FolderStore => (made ??= createFolderStore(bridge));

export const useFolder = <T>(select: (view: FolderView) => T): T => useStore(folderStore(), select);

const useDialog = create<{ readonly workspaceId: WorkspaceId | undefined }>(() => ({
  workspaceId: undefined,
}));

/** The folder whose servers are shown in the dialog; undefined while it is closed. */
export const useWorkspaceServersDialog = (): WorkspaceId | undefined =>
  useDialog(({ workspaceId }) => workspaceId);

/** Shows what a folder's own files name, to decide about it or to decide anew. */
export const openWorkspaceServers = (workspaceId: WorkspaceId): void => useDialog.setState({ workspaceId });

export const closeWorkspaceServers = (): void => useDialog.setState({ workspaceId: undefined });
