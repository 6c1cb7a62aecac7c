import Database from "better-sqlite3";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asLogError, LogError } from "./errors.ts";

/** How long a start waits for a host that is just ending, in milliseconds. */
const WAIT_MS = 1000;

/** The hold on a data folder; the system lets go of it when the process dies, however it dies. */
export interface FolderLock {
  release(): void;
}

const holder = (note: string): string => {
  try {
    const { pid, since } = JSON.parse(readFileSync(note, "utf8")) as { pid: number; since: string };
    return `process ${pid}, since ${since}`;
  } catch {
    // The note is for people only; the lock itself does not depend on it.
    return "its process id is not known";
  }
};

const writeNote = (note: string, at: number): void => {
  try {
    writeFileSync(note, JSON.stringify({ pid: process.pid, since: new Date(at).toISOString() }));
  } catch (error) {
    // A full disk does not stop us from holding the folder; a folder that cannot be written does.
    if (asLogError(error).kind !== "full") throw error;
  }
};

/**
 * Takes the data folder for this process. Throws LogError `conflict`, with who holds it, when another host does; throws what
 * the file system says when the lock cannot be made (a read-only folder, a full disk).
 */
export const lockFolder = (dataDir: string, now: () => number): FolderLock => {
  const note = join(dataDir, "host.lock.json");
  // A file lock of SQLite's: unlike a pid in a file it cannot outlive its process or hit a reused pid.
  const db = new Database(join(dataDir, "host.lock"), { timeout: WAIT_MS });
  try {
    db.exec("BEGIN EXCLUSIVE");
    writeNote(note, now());
  } catch (error) {
    db.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith("SQLITE_BUSY")) throw error;
    throw new LogError(
      "conflict",
      `Another Loopwright uses this data folder (${holder(note)}). Use its window, or start this one with another data folder.`,
      error,
    );
  }
  return {
    release: () => {
      rmSync(note, { force: true });
      if (db.inTransaction) db.exec("ROLLBACK");
      db.close();
    },
  };
};
