import { LookAlikes } from "./pins/index.ts";
import type { ServerRun } from "./server/index.ts";
import type { ToolEntry } from "./types.ts";

/** Asked for with each step; made anew only when a list changed. */
const madeOf = new WeakMap<ServerRun["tools"], readonly ToolEntry[]>();
const markedOf = new WeakMap<readonly ToolEntry[], Marked>();

interface Marked {
  readonly lists: readonly (readonly ToolEntry[])[];
  readonly entries: readonly ToolEntry[];
}

const entriesOf = (run: ServerRun): readonly ToolEntry[] => {
  if (run.connection === null) return [];
  const known = madeOf.get(run.tools);
  if (known !== undefined) return known;
  const made = makeEntries(run);
  madeOf.set(run.tools, made);
  return made;
};

const makeEntries = (run: ServerRun): ToolEntry[] => {
  const { serverId, name, isBundled, isTrusted, transport } = run.subject;
  return run.tools
    .filter(({ info }) => info.isEnabled)
    .map(({ info, annotations, canPreview, sandbox }) => ({
      ...info,
      serverId,
      serverName: name,
      isBundled,
      isTrustedServer: isTrusted,
      annotations,
      canPreview,
      sandbox,
      isRemote: transport.kind === "http",
    }));
};

/** The usable tools of these runs in their order; foreign ones that could be taken for another server's are marked. */
export const toolEntries = (runs: readonly ServerRun[]): ToolEntry[] => {
  const lists = runs.map(entriesOf).filter((list) => list.length > 0);
  const [first] = lists;
  if (first === undefined) return [];
  const known = markedOf.get(first);
  const isSame = known?.lists.length === lists.length && known.lists.every((list, at) => list === lists[at]);
  if (known !== undefined && isSame) return [...known.entries];
  const entries = marked(lists.flat());
  markedOf.set(first, { lists, entries });
  return [...entries];
};

const marked = (all: readonly ToolEntry[]): ToolEntry[] => {
  const alike = new LookAlikes(all);
  return all.map((entry) => {
    const near = entry.isBundled ? [] : alike.of(entry);
    if (near.length === 0) return entry;
    return { ...entry, lookAlikes: near.map(({ serverName, tool }) => `${serverName}/${tool}`) };
  });
};
