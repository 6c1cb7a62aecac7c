import { linkSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { errnoOf, Refusal } from "../outcome/index.ts";
import { perScope, type Scope } from "../protocol/index.ts";
import { createPace, dropOldest, keptSuffix } from "./bounds.ts";
import { baseOf, openSuffix, takeOver } from "./cutOff.ts";
import { idIn, isLinkedName, isMade, nameOf, recordIn } from "./names.ts";
import { readNote, writeNote } from "./note.ts";
import { openChange, type OpenChange } from "./openChange.ts";
import { ChangeRecord } from "./record.ts";

/** What a change is begun with; the store adds id, time and process. */
export type ChangeDraft = Omit<ChangeRecord, "id" | "at" | "pid">;

/** A file that is about to be replaced, by its path in a verified folder. */
interface OldFile {
  readonly path: string;
  readonly stat: Stats;
  /** It is another file than the one looked at. */
  readonly refuse: () => Refusal;
}

/**
 * The changes of one workspace, so that several processes can share them without a lock: each has an entry of its own,
 * named by its id. What it keeps stands beside it, or is that entry: a second name of the earlier file that spells the
 * record. A folder of its own for each, or a file for the record, would make an edit half as long again.
 */
export interface ChangeStore {
  /**
   * Records a change before it is made, so that the record outlives a kill and a power cut. Throws a Refusal, with
   * nothing left behind, when that is not possible.
   */
  begin(draft: ChangeDraft): OpenChange;
  /**
   * Does so for a changed file and keeps the earlier file at once; null where that is not possible (another device, a
   * file system without hard links, a file of somebody else, a long path). @throws Refusal as `old.refuse` says
   */
  beginLinked(draft: ChangeDraft, old: OldFile): OpenChange | null;
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
  return `${lastTime.toString(36).padStart(9, "0")}-${randomUUID().slice(0, 8)}`;
}

function recordOf(draft: ChangeDraft): ChangeRecord {
  return { ...draft, id: newId(), at: Date.now(), pid: process.pid };
}

function refuseUnkept(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const errno = errnoOf(error);
  const isFull = ["ENOSPC", "EDQUOT"].includes(errno);
  return new Refusal(
    isFull ? "full" : "denied",
    `What is there now could not be kept for an undo (${errno || String(error)}), so nothing was changed.`,
    isFull
      ? "Free some space on the disk where the server keeps its state, then try again."
      : "Check the folder that the server was given as --state.",
    error,
  );
}

/** Runs `act`, which makes an entry of the folder; the folder is made when it is missing, for its owner alone. */
function within(folder: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
    mkdirSync(folder, { recursive: true, mode: folderMode });
    act();
  }
}

/** Reads one record; undefined for one that is damaged, half written or gone meanwhile. */
function readRecord(folder: string, name: string): ChangeRecord | undefined {
  const base = baseOf(name);
  if (isLinkedName(base)) return recordIn(base);
  try {
    return ChangeRecord.parse(JSON.parse(readNote(join(folder, name))));
  } catch {
    // Another process dropped it, or a crash cut it off: either way there is nothing to take back by it.
    return undefined;
  }
}

/** False where the earlier file cannot get a second name. */
function isLinked(folder: string, old: OldFile, path: string): boolean {
  try {
    within(folder, () => linkSync(old.path, path));
  } catch {
    // Whatever the cause, the other way of keeping it says what is wrong.
    return false;
  }
  const made = lstatSync(path);
  if (made.isFile() && made.ino === old.stat.ino && made.dev === old.stat.dev) return true;
  rmSync(path);
  throw old.refuse();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was changed yet.
    return [];
  }
}

interface Known {
  readonly record: ChangeRecord;
  readonly name: string;
}

function createStore(scope: Scope): ChangeStore {
  const folder = join(scope.stateFolder, "changes");
  const known = new Map<string, Known>();
  const isTimeToDrop = createPace();
  const names = (): string[] => namesIn(folder);
  const read = (name: string): ChangeRecord | undefined => {
    const id = idIn(name);
    const record = known.get(id)?.record ?? readRecord(folder, name);
    if (record !== undefined) known.set(id, { record, name });
    return record;
  };
  const list = (): ChangeRecord[] => {
    const made = names().filter(isMade);
    return made.toSorted((a, b) => (a < b ? 1 : -1)).flatMap((name) => read(name) ?? []);
  };
  const nameBy = (id: string): string =>
    known.get(id)?.name ?? names().find((name) => isMade(name) && idIn(name) === id) ?? id;
  const opened = (name: string, record: ChangeRecord): OpenChange =>
    openChange(folder, name, record, (made) => {
      known.set(record.id, { record, name: made });
      if (!isTimeToDrop(record.bytes)) return;
      for (const id of dropOldest(folder, list(), nameBy)) known.delete(id);
    });
  return {
    list,
    keptOf: (id) => {
      const name = nameBy(id);
      return join(folder, isLinkedName(name) ? name : id + keptSuffix);
    },
    takeOver: () =>
      names()
        .filter((name) => name.endsWith(openSuffix))
        .flatMap((name) => {
          const record = readRecord(folder, name);
          const taken = record === undefined ? undefined : takeOver(folder, name, record);
          return record === undefined || taken === undefined ? [] : [opened(taken, record)];
        }),
    begin: (draft) => {
      const record = recordOf(draft);
      const name = record.id + openSuffix;
      const change = opened(name, record);
      try {
        within(folder, () => writeNote(join(folder, name), JSON.stringify(record)));
      } catch (error) {
        change.drop();
        throw refuseUnkept(error);
      }
      return change;
    },
    beginLinked: (draft, old) => {
      const record = recordOf(draft);
      const base = nameOf(record);
      if (base === null) return null;
      const name = base + openSuffix;
      return isLinked(folder, old, join(folder, name)) ? opened(name, record) : null;
    },
  };
}

/** The changes of a scope. */
export const changesOf = perScope(createStore);
