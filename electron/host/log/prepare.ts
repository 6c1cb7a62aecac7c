import { existsSync, renameSync, statSync } from "node:fs";
import { asLogError } from "./errors.ts";
import { openForWriting, type WriteDb } from "./handles.ts";
import { loadHeads, type Heads } from "./heads.ts";
import { CHECK_FIRST_BYTES, isSound, logFiles, lookAt, noteState } from "./health.ts";
import { migrate } from "./migrations/index.ts";
import { replaceDamaged } from "./salvageOpen.ts";
import type { LogProblem } from "./types.ts";

/** A database ready for the writer. */
export interface Prepared {
  readonly db: WriteDb;
  readonly heads: Heads;
  readonly problem: LogProblem | undefined;
  /** The file was too large to be checked before the start: check it behind it. */
  readonly needsCheck: boolean;
}

const MISSING: LogProblem = {
  kind: "damaged",
  message:
    "The history's database is gone from the data folder; a fresh one was started. If it was moved, close Loopwright and put events.db back.",
};

const open = (dataDir: string): { db: WriteDb; heads: Heads } => {
  const db = openForWriting(logFiles(dataDir).events);
  try {
    migrate(db);
    return { db, heads: loadHeads(db) };
  } catch (error) {
    db.close();
    throw error;
  }
};

const isDamaged = (error: unknown): boolean => asLogError(error).kind === "damaged";

/**
 * Looks at the database, checks it where there is reason to, sets a damaged one aside, and opens it. Never takes a broken
 * history for an empty one (HS-04). Throws what SQLite and the file system throw, and LogError.
 */
export const prepare = (dataDir: string, now: number): Prepared => {
  const files = logFiles(dataDir);
  // A salvage that was cut off between its two renames: what it saved is whole.
  if (!existsSync(files.events) && existsSync(files.salvaged)) renameSync(files.salvaged, files.events);
  const health = lookAt(dataDir);
  const isLarge = health === "unclean" && statSync(files.events).size > CHECK_FIRST_BYTES;
  const mustCheck = health === "suspect" || (health === "unclean" && !isLarge);
  let problem = health === "missing" ? MISSING : undefined;
  if (health === "damaged" || (mustCheck && !isSound(files.events))) problem = replaceDamaged(dataDir, now);
  let opened: { db: WriteDb; heads: Heads };
  try {
    opened = open(dataDir);
  } catch (error) {
    if (problem?.keptAt !== undefined || !isDamaged(error)) throw error;
    problem = replaceDamaged(dataDir, now);
    opened = open(dataDir);
  }
  noteStateIfRoom(dataDir);
  return { ...opened, problem, needsCheck: isLarge };
};

/** The note is a hint: without it the next start only checks more. */
const noteStateIfRoom = (dataDir: string): void => {
  try {
    noteState(dataDir, "open");
  } catch (error) {
    if (asLogError(error).kind !== "full") throw error;
  }
};
