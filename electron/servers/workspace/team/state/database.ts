import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Refusal } from "../../outcome/index.ts";

/** How long one process waits for another's transaction, which is over in a millisecond or two. */
const busyMs = 10_000;

const schema = `
  CREATE TABLE IF NOT EXISTS instances (id TEXT PRIMARY KEY, pid INTEGER NOT NULL, startedAt INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS marks (mark TEXT PRIMARY KEY, instance TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS requests (
    scope TEXT NOT NULL, id TEXT NOT NULL, argumentsHash TEXT NOT NULL, instance TEXT NOT NULL, at INTEGER NOT NULL,
    state TEXT NOT NULL, intent TEXT, result TEXT, PRIMARY KEY (scope, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS requestsByTime ON requests (scope, at);
  CREATE TABLE IF NOT EXISTS locks (
    path TEXT PRIMARY KEY, instance TEXT NOT NULL, token TEXT NOT NULL, scope TEXT, requestId TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS background (
    scope TEXT NOT NULL, id TEXT NOT NULL, instance TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (scope, id)
  ) STRICT;
`;

/** What all instances of one team server share on disk. Every method may throw when the disk is full. */
export interface Database {
  /** A statement of the shared state, made once for each text. */
  prepare(sql: string): StatementSync;
  /** Tokens of the file locks that calls of this process hold right now. */
  readonly heldTokens: Set<string>;
  /** Runs `run` alone among all processes; it must not wait. What it did is undone when it throws. */
  transaction<T>(run: () => T): T;
  close(): void;
}

/** SQLite's code for a disk without space. */
const fullCode = 13;

/** Puts a failure of the state into words: a full disk is something that a person can act on. */
export function refuseState(error: unknown): unknown {
  if (!(error instanceof Error) || !("errcode" in error) || error.errcode !== fullCode) return error;
  return new Refusal(
    "full",
    "The team server cannot note this call: no space is left for its state. Nothing was changed.",
    "Ask the administrator of the team server to free some space, then try again.",
    error,
  );
}

/**
 * Opens the shared state in `folder`, made for its owner alone. SQLite's own locks keep processes apart and are given
 * up by the system when a process is killed; the write-ahead log asks that all of them run on one machine. What was
 * noted outlives a kill. A loss of power may take the last moments of it, never the files that were changed: waiting for
 * the disk at every note would halve the pace.
 */
export function openDatabase(folder: string): Database {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(path.join(folder, "team.db"), { timeout: busyMs });
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  db.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`);
  const transaction = <T>(run: () => T): T => {
    db.exec("BEGIN IMMEDIATE");
    try {
      const value = run();
      db.exec("COMMIT");
      return value;
    } catch (error) {
      // A failed commit may have ended it already.
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  };
  const statements = new Map<string, StatementSync>();
  return {
    prepare: (sql) => {
      const known = statements.get(sql) ?? db.prepare(sql);
      statements.set(sql, known);
      return known;
    },
    heldTokens: new Set(),
    transaction,
    close: () => db.close(),
  };
}
