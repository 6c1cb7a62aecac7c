export { workspaceState, createWorkspaces, type Workspaces } from "./workspaces.ts";
