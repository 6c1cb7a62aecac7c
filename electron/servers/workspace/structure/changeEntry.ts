import { changesOf, missingFolders, type Survey } from "../changes/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import { carry } from "./carry.ts";
import { storeEnd, workspaceEnd } from "./ends.ts";
import { isOtherSpelling, type Entry } from "./entry.ts";

/** An entry that is there, with what was found of it. */
export interface Found {
  readonly entry: Entry;
  readonly found: Survey;
}

function recordedBy(context: ToolContext, undoes?: string): { undoes?: string; requestId?: string } {
  return {
    ...(undoes === undefined ? {} : { undoes }),
    ...(context.meta.requestId === null ? {} : { requestId: context.meta.requestId }),
  };
}

const identityOf = ({ entry }: Found): { ino: number; dev: number } => ({
  ino: entry.stat?.ino ?? -1,
  dev: entry.stat?.dev ?? -1,
});

/** Moves an entry into the store of changes; gives the id of the change. @throws Refusal as `carry` does */
export async function deleteEntry(context: ToolContext, what: Found, undoes?: string): Promise<string> {
  const { entry, found } = what;
  const change = changesOf(context.scope).begin({
    kind: "deleted",
    path: entry.rel,
    entry: found.entry,
    before: found.print,
    after: null,
    files: found.files,
    bytes: found.bytes,
    made: [],
    ...recordedBy(context, undoes),
  });
  await carry(context, {
    change,
    openFrom: () => workspaceEnd(context.root, entry, change.record.id),
    openTo: () => storeEnd(change.kept),
    expected: identityOf(what),
    shownFrom: entry.shown,
    shownTo: "the place for deleted files",
    doing: "delete",
  });
  return change.record.id;
}

/** Moves an entry; missing folders on the way are made. Gives the id of the change. @throws Refusal as `carry` does */
export async function moveEntry(
  context: ToolContext,
  what: Found,
  to: Entry,
  undoes?: string,
): Promise<string> {
  const { entry, found } = what;
  const change = changesOf(context.scope).begin({
    kind: "moved",
    path: to.rel,
    from: entry.rel,
    entry: found.entry,
    before: found.print,
    after: found.print,
    files: found.files,
    bytes: 0,
    made: missingFolders(context.root, to.real),
    ...recordedBy(context, undoes),
  });
  await carry(context, {
    change,
    openFrom: () => workspaceEnd(context.root, entry, change.record.id),
    openTo: () => workspaceEnd(context.root, to, change.record.id),
    expected: identityOf(what),
    shownFrom: entry.shown,
    shownTo: to.shown,
    doing: "move",
    isRespelled: isOtherSpelling(entry, to),
  });
  return change.record.id;
}

/** Puts back what the change `source` keeps. Gives the id of the change. @throws Refusal as `carry` does */
export async function restoreEntry(
  context: ToolContext,
  kept: Found,
  to: Entry,
  source: { readonly id: string; readonly undoes: string },
): Promise<string> {
  const change = changesOf(context.scope).begin({
    kind: "created",
    path: to.rel,
    entry: kept.found.entry,
    before: null,
    after: kept.found.print,
    files: kept.found.files,
    bytes: 0,
    made: missingFolders(context.root, to.real),
    source: source.id,
    ...recordedBy(context, source.undoes),
  });
  await carry(context, {
    change,
    openFrom: () => storeEnd(kept.entry.real),
    openTo: () => workspaceEnd(context.root, to, change.record.id),
    expected: identityOf(kept),
    shownFrom: `what was kept of ${to.shown}`,
    shownTo: to.shown,
    doing: "restore",
  });
  return change.record.id;
}
