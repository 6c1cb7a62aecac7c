import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errnoOf, Refusal } from "../outcome/index.ts";
import { perScope, type Scope } from "../protocol/index.ts";
import { dropOldest } from "./bounds.ts";
import { takeOver, openSuffix } from "./cutOff.ts";
import { readNote, writeNote } from "./note.ts";
import { ChangeRecord } from "./record.ts";

/** What a change is begun with; the store adds id, time and process. */
export type ChangeDraft = Omit<ChangeRecord, "id" | "at" | "pid">;

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

/** The changes of one workspace, one folder each, so that several processes can share them without a lock. */
export interface ChangeStore {
  /**
   * Records a change before it is made, so that the record outlives a kill and a power cut. Throws a Refusal, with
   * nothing left behind, when that is not possible.
   */
  begin(draft: ChangeDraft): OpenChange;
  /** Every change that was made and is kept, newest first. */
  list(): ChangeRecord[];
  /** Changes that were cut off by the end of their process, each taken over from now on by the caller alone. */
  takeOver(): OpenChange[];
  /** Where the earlier file, or the deleted entry, of a change that was made is kept. */
  keptOf(id: string): string;
}

const folderMode = 0o700;

let lastTime = 0;

/** Later than every id this process gave before, also when the clock was set back. */
function newId(): string {
  lastTime = Math.max(lastTime + 1, Date.now());
  return `${lastTime.toString(36).padStart(9, "0")}-${randomBytes(4).toString("hex")}`;
}

function refuseUnkept(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const errno = errnoOf(error);
  const isFull = ["ENOSPC", "EDQUOT"].includes(errno);
  return new Refusal(
    isFull ? "full" : "denied",
    `What is there now could not be kept for an undo (${errno || String(error)}), so nothing was changed.`,
    isFull ? "Free some space, then try again." : "Check the folder that the server was given as --state.",
    error,
  );
}

function openChange(folder: string, name: string, record: ChangeRecord, onDone: () => void): OpenChange {
  const path = join(folder, name);
  const attempt = (doing: string, act: () => void): void => {
    try {
      act();
    } catch (error) {
      process.stderr.write(
        `loopwright-workspace: change ${record.id} cannot be ${doing}: ${String(error)}\n`,
      );
    }
  };
  return {
    record,
    kept: join(path, "kept"),
    done: () =>
      attempt("closed", () => {
        renameSync(path, join(folder, record.id));
        onDone();
      }),
    drop: () => attempt("forgotten", () => rmSync(path, { recursive: true, force: true })),
    leave: () => attempt("left", () => renameSync(path, join(folder, `${record.id}${openSuffix}`))),
  };
}

/** Reads one record; undefined for one that is damaged, half written or gone meanwhile. */
function readRecord(path: string): ChangeRecord | undefined {
  try {
    return ChangeRecord.parse(JSON.parse(readNote(join(path, "record"))));
  } catch {
    // Another process dropped it, or a crash cut it off: either way there is nothing to take back by it.
    return undefined;
  }
}

function createStore(scope: Scope): ChangeStore {
  const folder = join(scope.stateFolder, "changes");
  const known = new Map<string, ChangeRecord>();
  const names = (): string[] => {
    try {
      return readdirSync(folder);
    } catch {
      // Nothing was changed yet.
      return [];
    }
  };
  const read = (id: string): ChangeRecord | undefined => {
    const record = known.get(id) ?? readRecord(join(folder, id));
    if (record !== undefined) known.set(id, record);
    return record;
  };
  const list = (): ChangeRecord[] => {
    const ids = names().filter((name) => !name.includes("."));
    return ids.toSorted((a, b) => (a < b ? 1 : -1)).flatMap((id) => read(id) ?? []);
  };
  const onDone = (): void => {
    for (const id of dropOldest(folder, list())) known.delete(id);
  };
  return {
    list,
    keptOf: (id) => join(folder, id, "kept"),
    takeOver: () =>
      names()
        .filter((name) => name.endsWith(openSuffix))
        .flatMap((name) => {
          const record = readRecord(join(folder, name));
          const taken = record === undefined ? undefined : takeOver(folder, name, record);
          return record === undefined || taken === undefined
            ? []
            : [openChange(folder, taken, record, onDone)];
        }),
    begin: (draft) => {
      const record: ChangeRecord = { ...draft, id: newId(), at: Date.now(), pid: process.pid };
      const name = `${record.id}${openSuffix}`;
      const path = join(folder, name);
      const change = openChange(folder, name, record, onDone);
      try {
        mkdirSync(folder, { recursive: true, mode: folderMode });
        mkdirSync(path, { mode: folderMode });
        writeNote(join(path, "record"), JSON.stringify(record));
      } catch (error) {
        change.drop();
        throw refuseUnkept(error);
      }
      return change;
    },
  };
}

/** The changes of a scope. */
export const changesOf = perScope(createStore);
