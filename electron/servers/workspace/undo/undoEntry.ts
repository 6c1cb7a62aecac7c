import { lstatSync, readFileSync, rmdirSync } from "node:fs";
import { basename, join } from "node:path";
import { changesOf, hashInPrint, isWithin, survey, type ChangeRecord } from "../changes/index.ts";
import { decodeFile, openParent } from "../files/index.ts";
import { Refusal } from "../outcome/index.ts";
import { isProtectedPath, type Root } from "../paths/index.ts";
import type { Scope, ToolContext } from "../protocol/index.ts";
import {
  changedEntry,
  deleteEntry,
  entryAt,
  isOtherSpelling,
  moveEntry,
  restoreEntry,
  touchedBy,
  type Entry,
  type Found,
} from "../structure/index.ts";
import { inEffect } from "./pick.ts";
import { refuseStale, type ShownFile, type UndoPlan } from "./plan.ts";
import { timeOf } from "./words.ts";

/** Removes folders that a change had made on the way, if they are empty by now. */
export function unmakeFolders(root: Root, made: readonly string[]): void {
  for (const rel of made.toReversed()) {
    let parent: ReturnType<typeof openParent> | undefined;
    try {
      const real = join(root.real, rel);
      parent = openParent(root, real, rel);
      rmdirSync(parent.child(basename(real)));
    } catch {
      // It is in use by now, or gone: either is fine.
      parent?.unmake();
    } finally {
      parent?.close();
    }
  }
}

/** The change that brought a folder as it is there now. @param newestFirst as the store lists them */
function bringerOf(newestFirst: readonly ChangeRecord[], folder: string): ChangeRecord | undefined {
  return newestFirst.find(({ kind, entry, path, made }) => {
    const isWhole = entry === "folder" && (kind === "created" || kind === "moved");
    return made.includes(folder) || (isWhole && isWithin(path, folder));
  });
}

/**
 * The folders that are of no use once a change is taken back, outermost first: those it made on the way, and those above
 * its path that another change made which is taken back as well (in whatever order, the last one clears up).
 */
function madeFor(scope: Scope, record: ChangeRecord): string[] {
  const all = changesOf(scope).list();
  const isNeedless = (folder: string): boolean => {
    const bringer = bringerOf(all, folder);
    return bringer?.made.includes(folder) === true && inEffect(all, bringer) === null;
  };
  const above = all.flatMap(({ made }) => made).filter((folder) => isWithin(folder, record.path));
  const others = above.filter((folder) => !record.made.includes(folder) && isNeedless(folder));
  return [...new Set([...record.made, ...others])].toSorted((a, b) => a.length - b.length);
}

/** The text of a file that comes or goes as a whole, to be shown; null where there is none. */
function wholeText(path: string, { found }: Found): string | null {
  if (hashInPrint(found.print) === null) return null;
  const decoded = decodeFile(readFileSync(path));
  return decoded.kind === "text" ? decoded.text : null;
}

function shown(record: ChangeRecord, entry: Entry, what: Found, isComing: boolean): ShownFile | null {
  const text = wholeText(what.entry.real, what);
  if (text === null) return null;
  return {
    path: record.path,
    realPath: entry.real,
    baseHash: isComing ? null : hashInPrint(what.found.print),
    before: isComing ? "" : text,
    after: isComing ? text : "",
    isProtected: isProtectedPath(record.path),
  };
}

/** A change of a whole entry is taken back as a whole or not at all. */
function refuseEdited(decided: string | null, file: ShownFile | null): void {
  if (decided === null || decided === file?.after) return;
  throw new Refusal(
    "invalidInput",
    "This undo brings or takes away a whole file, so its content cannot be edited on the way; nothing was changed.",
    "Allow it as it is shown, then edit the file.",
  );
}

/** Plans to take away what a change had brought. @throws Refusal `stale`, `denied`, `tooLarge` */
export async function planRemoval(context: ToolContext, record: ChangeRecord): Promise<UndoPlan> {
  const entry = entryAt(context.root, record.path);
  const found = await survey(entry.real);
  if (found === undefined) throw refuseStale(entry.shown, "it does not exist any more");
  if (found.print !== record.after) throw refuseStale(entry.shown, "its content has changed since");
  const what = { entry, found };
  const touched = touchedBy(context, [entry], found);
  const file = shown(record, entry, what, false);
  return {
    says: `${entry.shown}, made ${timeOf(record)}, would be taken away (and kept, so that it can come back)`,
    file,
    ...touched,
    run: async (decided) => {
      refuseEdited(decided, file);
      await context.hooks.beforeCommit?.(entry.real);
      const changeId = await deleteEntry(context, what, record.id);
      unmakeFolders(context.root, madeFor(context.scope, record));
      const changed = { ...changedEntry("deleted", entry, found) };
      return {
        changeId,
        changed,
        summary: `${entry.shown}: undone, what was made ${timeOf(record)} is taken away.`,
      };
    },
  };
}

/** Plans to bring back what a change had deleted. @throws Refusal `stale`, `denied` */
export async function planRestore(context: ToolContext, record: ChangeRecord): Promise<UndoPlan> {
  const entry = entryAt(context.root, record.path);
  if (entry.stat !== undefined) throw refuseStale(entry.shown, "something is there again");
  const real = changesOf(context.scope).keptOf(record.id);
  const found = await survey(real);
  const stat = lstatSync(real, { throwIfNoEntry: false });
  if (found === undefined || stat === undefined) {
    throw new Refusal("notFound", `What was deleted at ${entry.shown} is not kept any more.`, "");
  }
  const kept = { entry: { ...entry, real, stat }, found };
  const touched = touchedBy(context, [entry], found);
  const file = shown(record, entry, kept, true);
  return {
    says: `${entry.shown}, deleted ${timeOf(record)}, would be back`,
    file,
    ...touched,
    run: async (decided) => {
      refuseEdited(decided, file);
      await context.hooks.beforeCommit?.(entry.real);
      const changeId = await restoreEntry(context, kept, entry, { id: record.id, undoes: record.id });
      const changed = { ...changedEntry("created", entry, found) };
      return {
        changeId,
        changed,
        summary: `${entry.shown}: undone, what was deleted ${timeOf(record)} is back.`,
      };
    },
  };
}

/** Plans to move something back. @throws Refusal `stale`, `denied`, `tooLarge` */
export async function planReturn(context: ToolContext, record: ChangeRecord): Promise<UndoPlan> {
  const entry = entryAt(context.root, record.path);
  const to = entryAt(context.root, record.from ?? record.path);
  const found = await survey(entry.real);
  if (found === undefined) throw refuseStale(entry.shown, "it does not exist any more");
  if (found.entry !== record.entry) throw refuseStale(entry.shown, "something else is there");
  if (to.stat !== undefined && !isOtherSpelling(entry, to)) {
    throw refuseStale(entry.shown, `something is at its old place ${to.shown} again`);
  }
  const touched = touchedBy(context, [entry, to], found);
  return {
    says: `${entry.shown} would be moved back to ${to.shown}`,
    file: null,
    ...touched,
    run: async () => {
      await context.hooks.beforeCommit?.(entry.real);
      const changeId = await moveEntry(context, { entry, found }, to, record.id);
      unmakeFolders(context.root, madeFor(context.scope, record));
      const changed = { ...changedEntry("moved", to, found, entry.rel) };
      return { changeId, changed, summary: `${to.shown}: undone, it is moved back from ${entry.shown}.` };
    },
  };
}
