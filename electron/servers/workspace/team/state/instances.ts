import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Database } from "./database.ts";

/** The servers that share one state, and which of them still live. */
export interface Instances {
  /** Of this process; never used again after it. */
  readonly id: string;
  /** Exact, also right after a kill: a living instance holds a lock that the system gives up with it. */
  isAlive(id: string): boolean;
  /** Notes a mark of processes that this instance starts, so that another can end them if it is killed. */
  noteMark(mark: string): void;
  /** Forgets instances that were killed. @returns the marks of what they may have left running */
  buryDead(): string[];
  /** Leaves the list. */
  close(): void;
}

function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  const probe = new DatabaseSync(file, { timeout: 0 });
  try {
    probe.exec("BEGIN IMMEDIATE; ROLLBACK;");
    return false;
  } catch {
    // Busy: its owner lives.
    return true;
  } finally {
    probe.close();
  }
}

function holdLock(file: string): DatabaseSync {
  const lock = new DatabaseSync(file, { timeout: 0 });
  lock.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;");
  return lock;
}

/**
 * Enters this process into the list.
 * @param name what people call it; the id adds something of its own to it
 */
export function enterInstances(database: Database, folder: string, name: string): Instances {
  const locks = path.join(folder, "instances");
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  const id = `${name}-${randomBytes(4).toString("hex")}`;
  const fileOf = (one: string): string => path.join(locks, `${one}.lock`);
  const lock = holdLock(fileOf(id));
  // Only once the lock is held: whoever finds the row may ask for it.
  database.prepare("INSERT INTO instances VALUES (?, ?, ?)").run(id, process.pid, Date.now());
  const isAlive = (one: string): boolean => one === id || isLocked(fileOf(one));
  return {
    id,
    isAlive,
    noteMark: (mark) => {
      database.prepare("INSERT OR IGNORE INTO marks VALUES (?, ?)").run(mark, id);
    },
    buryDead: () => {
      const all = database.prepare("SELECT id FROM instances").all();
      const dead = all.map((row) => String(row["id"])).filter((one) => !isAlive(one));
      return dead.flatMap((one) => {
        const marks = database.prepare("DELETE FROM marks WHERE instance = ? RETURNING mark").all(one);
        database.prepare("DELETE FROM instances WHERE id = ?").run(one);
        rmSync(fileOf(one), { force: true });
        return marks.map((row) => String(row["mark"]));
      });
    },
    close: () => {
      database.prepare("DELETE FROM marks WHERE instance = ?").run(id);
      database.prepare("DELETE FROM instances WHERE id = ?").run(id);
      lock.close();
      rmSync(fileOf(id), { force: true });
    },
  };
}
