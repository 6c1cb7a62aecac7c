export { createWorkspaces, type Workspaces } from "./workspaces.ts";
