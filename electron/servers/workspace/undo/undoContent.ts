import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { changesOf, recordWrite, type ChangeRecord } from "../changes/index.ts";
import {
  changeBetween,
  decodeFile,
  diffOf,
  hashOf,
  openRegular,
  readAll,
  rebuilt,
  scriptsDiffer,
  writeAtomic,
} from "../files/index.ts";
import { formatBytes, Refusal } from "../outcome/index.ts";
import { isProtectedPath, locate, type Place } from "../paths/index.ts";
import { requireWrite, type ToolContext } from "../protocol/index.ts";
import { entryAt } from "../structure/index.ts";
import { refuseStale, type ShownFile, type Undone, type UndoPlan } from "./plan.ts";
import { timeOf } from "./words.ts";

function presentBytes(context: ToolContext, place: Place): Buffer {
  if (place.stat === undefined) throw refuseStale(place.shown, "it does not exist any more");
  const file = openRegular(context.root, place);
  try {
    return readAll(file.fd, file.stat.size);
  } finally {
    closeSync(file.fd);
  }
}

/** The bytes that a change replaced. @throws Refusal `stale` when another program wrote into the kept file */
function keptBytes(context: ToolContext, record: ChangeRecord, shown: string): Buffer {
  const fd = openSync(
    changesOf(context.scope).keptOf(record.id),
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0),
  );
  try {
    const bytes = readAll(fd, fstatSync(fd).size);
    if (hashOf(bytes) === record.before) return bytes;
  } finally {
    closeSync(fd);
  }
  throw new Refusal(
    "stale",
    `The earlier content of ${shown} was overwritten by a program that still had it open; nothing was changed.`,
    "Make the change by hand with edit_file.",
  );
}

function shownFile(record: ChangeRecord, place: Place, now: Buffer, earlier: Buffer): ShownFile | null {
  const [before, after] = [decodeFile(now), decodeFile(earlier)];
  if (before.kind !== "text" || after.kind !== "text") return null;
  return {
    path: record.path,
    realPath: place.real,
    baseHash: record.after,
    before: before.text,
    after: after.text,
    isProtected: isProtectedPath(record.path) || scriptsDiffer(record.path, before.text, after.text),
  };
}

/** What a person decided instead of the earlier text goes into the earlier file's encoding. */
function bytesFor(decided: string | null, file: ShownFile | null, place: Place, earlier: Buffer): Buffer {
  const found = decodeFile(earlier);
  if (decided === null || file === null || decided === file.after || found.kind !== "text") return earlier;
  const { text, reading } = found;
  const base = { text, reading, bytes: earlier, form: reading.form, hash: hashOf(earlier) };
  return rebuilt(place, base, reading.form, decided, changeBetween(text, decided));
}

function linesOf(file: ShownFile | null, after: string | null): { linesAdded: number; linesRemoved: number } {
  if (file === null) return { linesAdded: 0, linesRemoved: 0 };
  const text = after ?? file.after;
  const { linesAdded, linesRemoved } = diffOf(file.path, file.before, text, changeBetween(file.before, text));
  return { linesAdded, linesRemoved };
}

/** Plans to give a file back the bytes it had. @throws Refusal `stale`, `denied` */
export function planContent(context: ToolContext, record: ChangeRecord): UndoPlan {
  entryAt(context.root, record.path);
  const place = locate(context.root, record.path);
  requireWrite(context.scope, record.path, place.shown);
  const now = presentBytes(context, place);
  if (hashOf(now) !== record.after) throw refuseStale(place.shown, "its content has changed since");
  const earlier = keptBytes(context, record, place.shown);
  const file = shownFile(record, place, now, earlier);
  const run = async (decided: string | null): Promise<Undone> => {
    await context.hooks.beforeCommit?.(place.real);
    const bytes = bytesFor(decided, file, place, earlier);
    const afterHash = hashOf(bytes);
    const write = { place, beforeHash: record.after, afterHash, undoes: record.id };
    const changeId = recordWrite(context, write, (keep) =>
      writeAtomic(context.root, { place, bytes, baseHash: record.after, base: now, keep }, context.hooks),
    );
    const lines = linesOf(file, decided);
    return {
      changeId,
      summary: `${place.shown}: undone, it is as before ${timeOf(record)} (+${lines.linesAdded} -${lines.linesRemoved} lines, now ${formatBytes(bytes.length)}).`,
      changed: {
        path: record.path,
        realPath: place.real,
        beforeHash: record.after,
        afterHash,
        bytes: bytes.length,
        ...lines,
        kind: "changed",
      },
    };
  };
  const isGuarded = isProtectedPath(record.path);
  return {
    says: `${place.shown} would be as it was before ${timeOf(record)}`,
    file,
    fileCount: 1,
    guarded: isGuarded ? [record.path] : [],
    run,
  };
}
