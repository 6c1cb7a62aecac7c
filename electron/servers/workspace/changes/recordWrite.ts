import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { hash } from "node:crypto";
import { Refusal } from "../outcome/index.ts";
import { relativeName, type Place } from "../paths/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import { missingFolders } from "./missing.ts";
import { changesOf } from "./store.ts";

/** A change of one file's content, about to be written. */
export interface RecordedWrite {
  readonly place: Place;
  /** `sha256:…` of the bytes that are replaced; null for a new file. */
  readonly beforeHash: string | null;
  readonly afterHash: string;
  /** The change that this write takes back. */
  readonly undoes?: string;
}

/** Keeps the file at `target`, which is about to be replaced. */
type Keep = (target: string, old: Stats) => void;

function refuseChanged(place: Place): Refusal {
  return new Refusal(
    "stale",
    `${place.shown} has changed on disk while it was being kept for an undo; nothing was written.`,
    "Read it again and repeat the change.",
  );
}

/** Keeps a second name of the file, which costs neither space nor a second flush; false where that is not possible. */
function keepByLink(place: Place, target: string, old: Stats, kept: string): boolean {
  try {
    linkSync(target, kept);
  } catch {
    // Another device, a file system without hard links, or a file of somebody else: it is copied.
    return false;
  }
  const made = lstatSync(kept);
  if (made.isFile() && made.ino === old.ino && made.dev === old.dev) return true;
  rmSync(kept);
  throw refuseChanged(place);
}

function keepByCopy(place: Place, target: string, beforeHash: string, kept: string): void {
  const from = openSync(
    target,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const bytes = fstatSync(from).isFile() ? readFileSync(from) : Buffer.alloc(0);
    if (`sha256:${hash("sha256", bytes, "hex")}` !== beforeHash) throw refuseChanged(place);
    writeFileSync(kept, bytes, { flag: "wx", mode: 0o600, flush: true });
  } finally {
    closeSync(from);
  }
}

/**
 * Runs `write`, which replaces or creates a file as a whole or throws, so that it can be taken back: the change is
 * recorded before the first byte is written, and the earlier file is kept right before it is replaced, by the function
 * that `write` is given. A kill at any point leaves the old file, or the new one with its record. Gives the id of the change.
 * @throws Refusal `full` or `denied` when nothing could be kept (nothing is written then), and what `write` throws
 */
export function recordWrite(
  context: ToolContext,
  change: RecordedWrite,
  write: (keep: Keep) => void,
): string {
  const { place, beforeHash } = change;
  const open = changesOf(context.scope).begin({
    kind: beforeHash === null ? "created" : "changed",
    path: relativeName(context.root.real, place.real),
    entry: "file",
    before: beforeHash,
    after: change.afterHash,
    files: 1,
    bytes: place.stat?.size ?? 0,
    made: beforeHash === null ? missingFolders(context.root, place.real) : [],
    ...(change.undoes === undefined ? {} : { undoes: change.undoes }),
    ...(context.meta.requestId === null ? {} : { requestId: context.meta.requestId }),
  });
  context.hooks.reached?.("recorded");
  try {
    write((target, old) => {
      if (beforeHash === null) return;
      if (!keepByLink(place, target, old, open.kept)) keepByCopy(place, target, beforeHash, open.kept);
      context.hooks.reached?.("kept");
    });
  } catch (error) {
    open.drop();
    throw error;
  }
  context.hooks.reached?.("written");
  open.done();
  return open.record.id;
}
