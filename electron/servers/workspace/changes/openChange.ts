import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "../outcome/index.ts";
import { keptSuffix } from "./bounds.ts";
import { baseOf, openSuffix } from "./cutOff.ts";
import { isLinkedName } from "./names.ts";
import type { ChangeRecord } from "./record.ts";

/** A change that is recorded and not made yet, or was cut off before its end. */
export interface OpenChange {
  readonly record: ChangeRecord;
  /** Where the earlier file, or the deleted entry, is kept. */
  readonly kept: string;
  /** The change is made. Never throws: a record that stays open is settled at the next start. */
  done(): void;
  /** The change was not made: forgets it with what is kept. Never throws. */
  drop(): void;
  /** Leaves it to the next start. Never throws. */
  leave(): void;
}

/**
 * A change whose record stands in the store as open.
 * @param name of its entry now
 * @param onDone hears the name of the entry once the change is made
 */
export function openChange(
  folder: string,
  name: string,
  record: ChangeRecord,
  onDone: (name: string) => void,
): OpenChange {
  const path = join(folder, name);
  const base = baseOf(name);
  const isLinked = isLinkedName(base);
  const kept = isLinked ? path : join(folder, record.id + keptSuffix);
  const attempt = (doing: string, act: () => void): void => {
    try {
      act();
    } catch (error) {
      // The store is no folder: nothing of the change is there.
      if (errnoOf(error) === "ENOTDIR") return;
      process.stderr.write(
        `loopwright-workspace: change ${record.id} cannot be ${doing}: ${String(error)}\n`,
      );
    }
  };
  return {
    record,
    kept,
    done: () =>
      attempt("closed", () => {
        renameSync(path, join(folder, base));
        onDone(base);
      }),
    drop: () =>
      attempt("forgotten", () => {
        // The record last: whoever finds one knows what may stand beside it.
        if (!isLinked) rmSync(kept, { recursive: true, force: true });
        rmSync(path, { force: true });
      }),
    leave: () => attempt("left", () => renameSync(path, join(folder, base + openSuffix))),
  };
}
