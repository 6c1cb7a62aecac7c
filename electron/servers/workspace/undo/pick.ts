import { touches, type ChangeRecord } from "../changes/index.ts";
import { Refusal } from "../outcome/index.ts";

/** Which change an undo is about. Both empty: the last one at all. */
export interface Wanted {
  readonly id?: string;
  /** Any of these paths, relative to the root; `shown` is how they were asked for. */
  readonly paths?: readonly string[];
  readonly shown?: string;
}

/** The newest change that takes `id` back. @param newestFirst as the store lists them */
export function undoerOf(newestFirst: readonly ChangeRecord[], id: string): ChangeRecord | undefined {
  return newestFirst.find((record) => record.undoes === id);
}

/**
 * The change through which `record` is in effect now: itself; or, when it was taken back and that was taken back in
 * turn, the change that did so, which keeps what is needed; null when it is taken back.
 */
export function inEffect(newestFirst: readonly ChangeRecord[], record: ChangeRecord): ChangeRecord | null {
  const undo = undoerOf(newestFirst, record.id);
  if (undo === undefined) return record;
  const redo = undoerOf(newestFirst, undo.id);
  return redo === undefined ? null : inEffect(newestFirst, redo);
}

function pickById(newestFirst: readonly ChangeRecord[], id: string): ChangeRecord {
  const record = newestFirst.find((one) => one.id === id);
  if (record === undefined) {
    throw new Refusal(
      "notFound",
      `There is no change with the id ${JSON.stringify(id)}, or it is not kept any more.`,
      "list_changes shows what can be undone.",
    );
  }
  const now = inEffect(newestFirst, record);
  if (now !== null) return now;
  throw new Refusal(
    "nothingToUndo",
    `The change ${id} is taken back already; nothing was changed.`,
    `To have it again: undo_change with id ${undoerOf(newestFirst, id)?.id ?? ""}.`,
  );
}

/**
 * The change that an undo takes back: the one named, else the newest in effect that is no undo itself, so that undoing
 * again goes one step further back.
 * @throws Refusal `notFound` for an unknown id, `nothingToUndo`
 */
export function pickChange(newestFirst: readonly ChangeRecord[], wanted: Wanted): ChangeRecord {
  if (wanted.id !== undefined) return pickById(newestFirst, wanted.id);
  const { paths, shown } = wanted;
  for (const record of newestFirst) {
    if (record.undoes !== undefined) continue;
    if (paths !== undefined && !paths.some((path) => touches(record, path))) continue;
    const now = inEffect(newestFirst, record);
    if (now !== null) return now;
  }
  throw new Refusal(
    "nothingToUndo",
    `There is no change${shown === undefined ? "" : ` of ${shown}`} to undo; nothing was changed.`,
    "list_changes shows what can be undone. What run_command changed is not among it.",
  );
}
