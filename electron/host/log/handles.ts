import Database from "better-sqlite3";

declare const reads: unique symbol;
declare const writes: unique symbol;

/** A connection that only reads. */
export type ReadDb = Database.Database & { readonly [reads]: true };
/** A connection that also writes. Only the log's own writer and the worker's index hold one. */
export type WriteDb = ReadDb & { readonly [writes]: true };

/** Longest that a statement waits for another program's lock, in milliseconds: short, because the host's loop stands still meanwhile (HS-03). */
export const LOCK_WAIT_MS = 50;

/** Largest write-ahead log that stays on the disk once all of it is in the database, in bytes. */
const WAL_KEPT_BYTES = 8 * 1024 * 1024;

const common = (db: Database.Database): void => {
  db.pragma("trusted_schema = OFF");
  db.pragma("foreign_keys = ON");
  db.pragma("cell_size_check = ON");
};

/**
 * Opens for writing, makes the file when there is none. 8 KB pages, WAL, no checkpoint inside a commit: perf.md (c).
 * Throws what SQLite throws.
 */
export const openForWriting = (file: string, lockWaitMs: number = LOCK_WAIT_MS): WriteDb => {
  const db = new Database(file, { timeout: lockWaitMs });
  try {
    common(db);
    db.pragma("page_size = 8192");
    if (file !== ":memory:" && db.pragma("journal_mode = WAL", { simple: true }) !== "wal")
      throw new Error("the file system of the data folder cannot hold a write-ahead log");
    db.pragma("synchronous = NORMAL");
    db.pragma("wal_autocheckpoint = 0");
    // After a burst the file is cut when it starts over: its size tells what waits in it.
    db.pragma(`journal_size_limit = ${WAL_KEPT_BYTES}`);
    return db as WriteDb;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Opens an existing file for reading. Throws what SQLite throws. */
export const openForReading = (file: string, lockWaitMs = 1000): ReadDb => {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: lockWaitMs });
  try {
    common(db);
    db.pragma("query_only = ON");
    return db as ReadDb;
  } catch (error) {
    db.close();
    throw error;
  }
};
