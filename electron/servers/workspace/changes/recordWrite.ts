import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync, type Stats } from "node:fs";
import { hash } from "node:crypto";
import { Refusal } from "../outcome/index.ts";
import { relativeName, type Place } from "../paths/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import { missingFolders } from "./missing.ts";
import type { OpenChange } from "./openChange.ts";
import { changesOf, type ChangeDraft } from "./store.ts";

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

function draftOf(context: ToolContext, change: RecordedWrite): ChangeDraft {
  const { place, beforeHash } = change;
  return {
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
  };
}

/** Records the change of a file and keeps what it holds. @throws Refusal `full`, `denied`, `stale`; nothing is left then */
function keepOld(
  context: ToolContext,
  { place, draft }: { readonly place: Place; readonly draft: ChangeDraft },
  target: string,
  old: Stats,
): OpenChange {
  const store = changesOf(context.scope);
  const refuse = (): Refusal => refuseChanged(place);
  const linked = store.beginLinked(draft, { path: target, stat: old, refuse });
  const open = linked ?? store.begin(draft);
  context.hooks.reached?.("recorded");
  try {
    if (linked === null) keepByCopy(place, target, draft.before ?? "", open.kept);
  } catch (error) {
    open.drop();
    throw error;
  }
  context.hooks.reached?.("kept");
  return open;
}

/**
 * Runs `write`, which replaces or creates a file as a whole or throws, so that it can be taken back: the change is
 * recorded, and the earlier file kept, before the file itself is touched; for a file that is replaced by the function
 * that `write` is given, right before that. A kill at any point leaves the old file, or the new one with its record.
 * Gives the id of the change.
 * @throws Refusal `full` or `denied` when nothing could be kept (nothing is written then), and what `write` throws
 */
export function recordWrite(
  context: ToolContext,
  change: RecordedWrite,
  write: (keep: Keep) => void,
): string {
  const draft = draftOf(context, change);
  const isNew = change.beforeHash === null;
  let open = isNew ? changesOf(context.scope).begin(draft) : undefined;
  if (isNew) context.hooks.reached?.("recorded");
  try {
    write((target, old) => {
      open ??= keepOld(context, { place: change.place, draft }, target, old);
    });
  } catch (error) {
    open?.drop();
    throw error;
  }
  if (open === undefined) throw new Error(`${change.place.shown} was replaced without being kept`);
  context.hooks.reached?.("written");
  open.done();
  return open.record.id;
}
