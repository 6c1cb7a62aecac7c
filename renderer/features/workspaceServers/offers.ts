import type {
  WorkspaceServer,
  WorkspaceServerDecision,
  WorkspaceServers,
} from "../../../shared/contract/index.ts";

/** Whether nobody has decided about a server as it is now. */
export const isOpen = ({ state }: WorkspaceServer): boolean => state === "new" || state === "changed";

/** How many servers of a folder wait for a decision, by why. */
export const openCounts = ({
  files,
}: Pick<WorkspaceServers, "files">): { readonly fresh: number; readonly changed: number } => {
  const states = files.flatMap(({ servers }) => servers.map(({ state }) => state));
  return {
    fresh: states.filter((state) => state === "new").length,
    changed: states.filter((state) => state === "changed").length,
  };
};

/** What waits for a decision first, in the order of the files otherwise. */
export const openFirst = (files: WorkspaceServers["files"]): WorkspaceServers["files"] => {
  const sorted = files.map((file) => ({
    ...file,
    servers: file.servers.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a))),
  }));
  const waits = ({ servers }: WorkspaceServers["files"][number]): number => Number(servers.some(isOpen));
  return sorted.toSorted((a, b) => waits(b) - waits(a));
};

/** The button that has the focus first: the safe one, never the one that adds (SEC-LINK-03). */
export const firstButton = (found: WorkspaceServers): "refuse" | "close" => {
  const { fresh, changed } = openCounts(found);
  return fresh + changed > 0 ? "refuse" : "close";
};

/** Names a server of a folder in the dialog: by file and its name there. */
export const keyOf = (path: string, { givenName }: WorkspaceServer): string =>
  JSON.stringify([path, givenName]);

/**
 * What the person decided: ticked servers are taken under the name that was shown, and those that waited for a decision and
 * were left unticked are refused. Each file bears the hash that was shown.
 */
export const decisionsOf = (
  { files }: WorkspaceServers,
  ticked: ReadonlySet<string>,
): WorkspaceServerDecision[] =>
  files.flatMap(({ path, sha256, servers }) => {
    if (sha256 === undefined) return [];
    const decided = servers.flatMap((server): WorkspaceServerDecision["servers"] => {
      const { givenName, definition } = server;
      if (ticked.has(keyOf(path, server))) return [{ givenName, decision: "take", name: definition.name }];
      return isOpen(server) ? [{ givenName, decision: "refuse" }] : [];
    });
    return decided.length === 0 ? [] : [{ path, sha256, servers: decided }];
  });

/** Whether two definitions differ in nothing that is shown: then only values of variables or headers do. */
export const looksSame = ({ earlier, definition }: WorkspaceServer): boolean =>
  earlier !== undefined &&
  JSON.stringify([earlier.name, earlier.transport]) ===
    JSON.stringify([definition.name, definition.transport]);
