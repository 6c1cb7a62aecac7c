import { readFileSync, renameSync, realpathSync, writeFileSync } from "node:fs";
import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { z } from "zod";
import { endTree, type Tree } from "./endTree.ts";
import { listProcesses, markedProcesses, ownLine } from "./table.ts";

/** One server process as written down for the next start. */
const ChildRecord = z.object({
  pid: z.int().positive(),
  startTicks: z.string().nullable(),
  name: z.string(),
  marker: z.string(),
});
export type ChildRecord = z.infer<typeof ChildRecord>;
const ChildFile = z.object({ version: z.literal(1), children: z.array(ChildRecord) });

const fileOf = (dataDir: string): string => join(dataDir, "children.json");

/**
 * A short name for a data folder, first part of every marker: a start finds its own leftovers and nobody
 * else's.
 */
export const tagOf = (dataDir: string): string => {
  let path = resolve(dataDir);
  try {
    path = realpathSync(path);
  } catch {
    // Not made yet: its plain path names it well enough.
  }
  return `${hash("sha256", path).slice(0, 20)}:`;
};

/**
 * Keeps `children.json` of a data folder: which server processes live. Written whole and renamed into place at
 * every change.
 */
export class ChildBook {
  readonly #path: string;
  readonly #children = new Map<number, ChildRecord>();

  constructor(dataDir: string) {
    this.#path = fileOf(dataDir);
  }

  started(child: ChildRecord): void {
    this.#children.set(child.pid, child);
    this.#write();
  }

  ended(pid: number): void {
    if (this.#children.delete(pid)) this.#write();
  }

  #write(): void {
    const text = JSON.stringify({ version: 1, children: [...this.#children.values()] });
    try {
      writeFileSync(`${this.#path}.new`, text, { mode: 0o600 });
      renameSync(`${this.#path}.new`, this.#path);
    } catch (error) {
      // A full disk must not stop servers from starting; the marker in the environment still finds them.
      console.error(`children.json could not be written: ${String(error)}`);
    }
  }
}

const readChildren = (dataDir: string): ChildRecord[] => {
  try {
    return ChildFile.parse(JSON.parse(readFileSync(fileOf(dataDir), "utf8"))).children;
  } catch {
    // None yet, or damaged: the marker finds what there is.
    return [];
  }
};

/**
 * The trees to end: recorded roots that are still the same process, and whatever carries this folder's mark.
 */
const leftoverTree = async (dataDir: string): Promise<Tree | null> => {
  const table = await listProcesses();
  const marker = tagOf(dataDir);
  const spared = ownLine(table);
  const seen = new Map<number, string>();
  const alive = new Map(table.map(({ pid, startedAt }) => [pid, startedAt]));
  for (const { pid, startTicks } of readChildren(dataDir)) {
    if (startTicks !== null && alive.get(pid) === startTicks && !spared.has(pid)) seen.set(pid, startTicks);
  }
  const marked = (await markedProcesses(marker)).filter((pid) => !spared.has(pid));
  return seen.size === 0 && marked.length === 0 ? null : { rootPid: NO_GROUP, marker, seen };
};

/** Stands for "no process group": no process can have it (the largest pid Linux allows is 4,194,304). */
const NO_GROUP = 2_000_000_000;

/**
 * Ends servers that an earlier host of this data folder left running (it was killed, or the power went). Only
 * a process whose pid and kernel start time both match the record is ended, and what carries this folder's
 * mark in its environment; never anything by name, never this process or those above it. Call once at start,
 * before any server is started.
 *
 * @returns how many processes were ended. Never rejects.
 */
export const reapLeftovers = async (dataDir: string): Promise<number> => {
  const tree = await leftoverTree(dataDir);
  const count = tree === null ? 0 : await endTree(tree, 500);
  try {
    writeFileSync(fileOf(dataDir), JSON.stringify({ version: 1, children: [] }), { mode: 0o600 });
  } catch (error) {
    console.error(`children.json could not be written: ${String(error)}`);
  }
  return count;
};
