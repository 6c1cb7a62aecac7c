import Database from "better-sqlite3";
import { existsSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openForWriting } from "./handles.ts";
import { logFiles } from "./health.ts";
import { migrate } from "./migrations/index.ts";
import { salvage, type Salvaged } from "./salvage/index.ts";
import type { LogProblem } from "./types.ts";

const parts = ["", "-wal", "-shm"] as const;
const removeDb = (file: string): void => parts.forEach((part) => rmSync(file + part, { force: true }));

const namesInIndex = (file: string): Map<number, string> => {
  if (!existsSync(file)) return new Map();
  try {
    const db = new Database(file, { readonly: true });
    try {
      const rows = db.prepare<[], { no: number; id: string }>("SELECT no, id FROM names").all();
      return new Map(rows.map(({ no, id }) => [no, id]));
    } finally {
      db.close();
    }
  } catch {
    // Only a third copy of the names; the index is rebuilt anyway.
    return new Map();
  }
};

const freeName = (file: string, now: number): string => {
  const stamp = new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, "")
    .replaceAll(":", "")
    .replace("T", "-");
  for (let n = 1; ; n++) {
    const name = join(dirname(file), `events.damaged-${stamp}${n === 1 ? "" : `-${n}`}.db`);
    if (!parts.some((part) => existsSync(name + part))) return name;
  }
};

const sentence = ({ events, sessions, lost }: Salvaged, keptAt: string): string => {
  const rest =
    lost === 0
      ? ""
      : ` ${lost} more could be read but follow a missing one; they are only in the damaged file.`;
  return `The history's database was damaged. ${events} entries of ${sessions} sessions were saved into a fresh one.${rest} The damaged file is kept as ${basename(keptAt)} in the data folder.`;
};

/**
 * Sets a damaged database aside under a new name, with its write-ahead log, and puts a fresh one with all that could be saved
 * in its place. The damaged file is only read and renamed. Throws what the file system throws; then the damaged file still
 * has its old name and nothing is lost.
 */
export const replaceDamaged = (dataDir: string, now: number): LogProblem => {
  const files = logFiles(dataDir);
  removeDb(files.salvaged);
  const fresh = openForWriting(files.salvaged);
  let saved: Salvaged;
  try {
    migrate(fresh);
    saved = salvage(files.events, fresh, namesInIndex(files.index));
    fresh.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    fresh.close();
    removeDb(files.salvaged);
    throw error;
  }
  fresh.close();
  const keptAt = freeName(files.events, now);
  // The main file last: until it is gone, a crash here leaves a database that is found damaged again.
  for (const part of ["-shm", "-wal", ""])
    if (existsSync(files.events + part)) renameSync(files.events + part, keptAt + part);
  renameSync(files.salvaged, files.events);
  removeDb(files.index);
  return { kind: "damaged", message: sentence(saved, keptAt), keptAt };
};
