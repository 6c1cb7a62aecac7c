export { setAutoApply } from "./autoApply.ts";
export { folderMark, workspaceState, createWorkspaces, type Workspaces } from "./workspaces.ts";
