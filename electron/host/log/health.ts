import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openForReading } from "./handles.ts";

/** Largest database that is checked before it is used after an unclean end, in bytes; a larger one is checked behind the start. */
export const CHECK_FIRST_BYTES = 64 * 1024 * 1024;

/** The files of a data folder. */
export const logFiles = (dataDir: string) => ({
  events: join(dataDir, "events.db"),
  /** What a salvage writes; complete as soon as `events` is gone. */
  salvaged: join(dataDir, "events.new.db"),
  index: join(dataDir, "index.db"),
  state: join(dataDir, "events.state.json"),
});

/** What is known of a database before it is opened. `suspect` = check it before use; `unclean` = its last user did not close it. */
export type Health = "new" | "missing" | "damaged" | "suspect" | "unclean" | "good";

interface Noted {
  readonly state: "open" | "closed" | "suspect";
  readonly bytes?: number;
  readonly modified?: string;
}

const stamp = (file: string): { bytes: number; modified: string } => {
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return { bytes: Number(size), modified: String(mtimeNs) };
};

const readNoted = (path: string): Noted | undefined => {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Noted;
  } catch {
    // Missing or unreadable: then the database counts as not closed, which only costs a check.
    return undefined;
  }
};

/** Notes down how the database is left. `closed` remembers its size and time, so that a change by others is seen. */
export const noteState = (dataDir: string, state: Noted["state"]): void => {
  const files = logFiles(dataDir);
  const noted: Noted = state === "closed" ? { state, ...stamp(files.events) } : { state };
  writeFileSync(files.state, JSON.stringify(noted));
};

const headerIsBad = (file: string): boolean => {
  const header = Buffer.alloc(100);
  const fd = openSync(file, "r");
  try {
    if (readSync(fd, header, 0, 100, 0) < 100) return true;
  } finally {
    closeSync(fd);
  }
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") return true;
  const size = header.readUInt16BE(16);
  const pageBytes = size === 1 ? 65536 : size;
  const hasWal = existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
  // With a write-ahead log the file may rightly be shorter than its header says.
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  return !hasWal && isCounted && statSync(file).size < header.readUInt32BE(28) * pageBytes;
};

/** Looks at the files without opening the database. An empty file where there was a history counts as damage (HS-04). */
export const lookAt = (dataDir: string): Health => {
  const files = logFiles(dataDir);
  const noted = readNoted(files.state);
  const hadHistory = noted !== undefined || existsSync(files.index);
  if (!existsSync(files.events)) return hadHistory ? "missing" : "new";
  if (statSync(files.events).size === 0)
    return hadHistory && !existsSync(`${files.events}-wal`) ? "damaged" : "new";
  if (headerIsBad(files.events)) return "damaged";
  if (noted?.state === "suspect") return "suspect";
  if (noted?.state !== "closed") return "unclean";
  const now = stamp(files.events);
  return now.bytes === noted.bytes && now.modified === noted.modified ? "good" : "suspect";
};

/** SQLite's own check of a database file; false for one that it cannot even open. A held lock is thrown, it says nothing of the file. */
export const isSound = (file: string): boolean => {
  try {
    const db = openForReading(file);
    try {
      return db.pragma("quick_check(1)", { simple: true }) === "ok";
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code)))
      return false;
    throw error;
  }
};
