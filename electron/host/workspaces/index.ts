export { setAutoApply } from "./autoApply.ts";
export { workspaceState, createWorkspaces, type Workspaces } from "./workspaces.ts";
