import { renameSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ChangeRecord } from "./record.ts";

/** Most changes that are kept, and most bytes they may hold together; the oldest go first. */
export const keptChanges = 200;
export const keptBytes = 500 * 1024 * 1024;
/** The newest changes are kept whatever their size: a large deletion must stay restorable for a while. */
export const keptAnyway = 10;

/** Dropping one at a time would cost every change as much as its own record. */
const droppedAtOnce = 20;

const droppedSuffix = ".dropped";

/** Removes in the background: a deleted tree may hold very many files. */
function remove(path: string): void {
  rm(path, { recursive: true, force: true }).catch((error: unknown) => {
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

/** Drops what the bounds leave no room for, many small changes at once; gives the ids. Never throws. */
export function dropOldest(folder: string, newestFirst: readonly ChangeRecord[]): string[] {
  const over = overflow(newestFirst);
  const isUrgent = over.some(({ bytes }) => bytes > keptBytes / keptChanges);
  if (over.length < droppedAtOnce && !isUrgent) return [];
  return over.map(({ id }) => {
    const dropped = join(folder, `${id}${droppedSuffix}`);
    try {
      renameSync(join(folder, id), dropped);
      remove(dropped);
    } catch {
      // Another process dropped it first.
    }
    return id;
  });
}

/** Removes what an ended process had dropped and not removed yet. Never throws. */
export function removeDropped(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (name.endsWith(droppedSuffix)) remove(join(folder, name));
  } catch {
    // There is no store yet.
  }
}
