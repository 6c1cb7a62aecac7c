import { existsSync } from "node:fs";
import { asLogError, logError, type LogErrorKind } from "./errors.ts";
import { openForWriting, type ReadDb } from "./handles.ts";
import { loadHeads, type Heads } from "./heads.ts";
import { logFiles } from "./health.ts";
import { migrate } from "./migrations/index.ts";
import { openSnapshot } from "./snapshot.ts";
import type { LogProblem } from "./types.ts";

/** A log that can be read and not written: everything is shown, every append throws. */
export interface Unwritable {
  readonly db: ReadDb;
  readonly heads: Heads;
  readonly problem: LogProblem;
  /** What an append throws. */
  readonly refusal: LogErrorKind;
}

const emptyDb = (): ReadDb => {
  const db = openForWriting(":memory:");
  migrate(db);
  db.pragma("query_only = ON");
  return db;
};

/**
 * Opens what is in a folder that cannot be written or that has no room left. A history that is damaged on top of it is not
 * salvaged, because there is nowhere to put it: the problem then says both.
 */
export const openUnwritable = (dataDir: string, cause: unknown): Unwritable => {
  const known = asLogError(cause);
  const refusal = known.kind === "full" ? "full" : "readOnly";
  const { message } = logError(refusal);
  const file = logFiles(dataDir).events;
  const problem: LogProblem = { kind: refusal, message };
  if (!existsSync(file)) {
    const db = emptyDb();
    return { db, heads: loadHeads(db), problem, refusal };
  }
  try {
    const db = openSnapshot(file);
    return { db, heads: loadHeads(db), problem, refusal };
  } catch (error) {
    if (asLogError(error).kind !== "damaged") throw error;
    const db = emptyDb();
    const both = `The history's database is damaged, and it cannot be repaired because ${refusal === "full" ? "the disk is full" : "the data folder is read-only"}. The file is left as it is. Make room or make the folder writable, then restart.`;
    return { db, heads: loadHeads(db), problem: { kind: "damaged", message: both, keptAt: file }, refusal };
  }
};
