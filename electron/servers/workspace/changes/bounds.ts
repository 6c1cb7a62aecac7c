import { renameSync, readdirSync } from "node:fs";
import { rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../outcome/index.ts";
import { isLinkedName } from "./names.ts";
import type { ChangeRecord } from "./record.ts";

/** Most changes that are kept, and most bytes they may hold together; the oldest go first. */
export const keptChanges = 200;
export const keptBytes = 500 * 1024 * 1024;
/** The newest changes are kept whatever their size: a large deletion must stay restorable for a while. */
export const keptAnyway = 10;

/** Looking through the store costs as much as a change, and dropping one at a time too: both are done for many at once. */
const droppedAtOnce = 20;
/** More bytes than that in one change, or in a few, are looked at without delay. */
const shareOfOne = keptBytes / keptChanges;

const droppedSuffix = ".dropped";
/** Ends the name of what a change keeps; the name of its record is the same without it. */
export const keptSuffix = ".kept";

/** Says, told of each change with its bytes, when it is time to look what there is no room for any more. */
export function createPace(): (bytes: number) => boolean {
  let changes = droppedAtOnce - 1;
  let unlooked = 0;
  return (bytes) => {
    changes += 1;
    unlooked += bytes;
    if (changes < droppedAtOnce && unlooked <= shareOfOne) return false;
    changes = 0;
    unlooked = 0;
    return true;
  };
}

/** Removes in the background: a deleted tree may hold very many files. The record goes last: it names the rest. */
function remove(folder: string, name: string): void {
  const path = join(folder, name);
  const removeAll = async (): Promise<void> => {
    if (!isLinkedName(name)) await rm(path + keptSuffix, { recursive: true, force: true });
    await unlink(path + droppedSuffix);
  };
  removeAll().catch((error: unknown) => {
    // Another server may be at it too.
    if (errnoOf(error) === "ENOENT") return;
    process.stderr.write(`loopwright-workspace: ${path} cannot be removed: ${String(error)}\n`);
  });
}

/** Which records the bounds leave no room for. @param newestFirst as the store lists them */
export function overflow(newestFirst: readonly ChangeRecord[]): ChangeRecord[] {
  let bytes = 0;
  return newestFirst.filter((record, at) => {
    bytes += record.bytes;
    return at >= keptChanges || (bytes > keptBytes && at >= keptAnyway);
  });
}

/**
 * Drops what the bounds leave no room for, many small changes at once; gives the ids. Never throws.
 * @param nameOf the entry of a change by its id
 */
export function dropOldest(
  folder: string,
  newestFirst: readonly ChangeRecord[],
  nameOf: (id: string) => string,
): string[] {
  const over = overflow(newestFirst);
  const isUrgent = over.some(({ bytes }) => bytes > shareOfOne);
  if (over.length < droppedAtOnce && !isUrgent) return [];
  return over.map(({ id }) => {
    const name = nameOf(id);
    try {
      renameSync(join(folder, name), join(folder, name + droppedSuffix));
      remove(folder, name);
    } catch {
      // Another process dropped it first.
    }
    return id;
  });
}

/** Removes what an ended process had dropped and not removed yet. Never throws. */
export function removeDropped(folder: string): void {
  try {
    for (const name of readdirSync(folder))
      if (name.endsWith(droppedSuffix)) remove(folder, name.slice(0, -droppedSuffix.length));
  } catch {
    // There is no store yet.
  }
}
