export { createWorkspaceServers, type WorkspaceServersRoom } from "./workspaceServers.ts";
