import type { WorkspaceServerDecision } from "../../../shared/contract/index.ts";
import type { EventBody } from "../../../shared/events/index.ts";
import { configHashOf } from "../mcp/index.ts";
import type { FolderServer, FolderServers } from "./read.ts";

/** One decision with what it is about. */
export interface Step {
  readonly path: string;
  readonly server: FolderServer;
  readonly isTaken: boolean;
  /** How the person saw it named. */
  readonly name: string;
}

/** What was decided, server by server; null when a file is not the one that was shown, or does not hold what was decided about. */
export const planOf = (
  read: readonly FolderServers[],
  decided: readonly WorkspaceServerDecision[],
): Step[] | null => {
  const steps: Step[] = [];
  for (const { path, sha256, servers } of decided) {
    const file = read.find((one) => one.path === path);
    if (file === undefined || file.sha256 !== sha256) return null;
    for (const { givenName, decision, name } of servers) {
      const server = file.servers.find((one) => one.givenName === givenName);
      if (server === undefined) return null;
      steps.push({ path, server, isTaken: decision === "take", name: name ?? server.definition.name });
    }
  }
  return steps;
};

/** The decision as the log keeps it: which servers of which file, as it was shown. */
export const loggedFiles = (
  steps: readonly Step[],
  decided: readonly WorkspaceServerDecision[],
): EventBody<"workspace.serversDecided">["files"] =>
  decided.map(({ path, sha256 }) => {
    const of = (isTaken: boolean) =>
      steps
        .filter((step) => step.path === path && step.isTaken === isTaken)
        .map(({ server, name }) => ({
          name: server.givenName,
          configHash: configHashOf({ ...server.definition, name }),
        }));
    return { path, sha256, taken: of(true), refused: of(false) };
  });
