import { lazy } from "react";

export { openWorkspaceServers, useWorkspaceServersDialog } from "./folder.ts";
export { WorkspaceServersBanner } from "./WorkspaceServersBanner.tsx";

/** The dialog in which a folder's own servers are offered; its code comes when it is opened. */
export const WorkspaceServersDialog = lazy(async () => ({
  default: (await import("./WorkspaceServersDialog.tsx")).WorkspaceServersDialog,
}));
