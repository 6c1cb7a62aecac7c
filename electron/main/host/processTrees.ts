import { spawn } from "node:child_process";
import { once } from "node:events";
import { readProcessTable } from "./processTable.ts";
import type { ProcessRow } from "./processTable.ts";

/** A server process as the host reported it. */
export interface TrackedProcess {
  readonly pid: number;
  readonly startTicks: string | null;
  readonly name: string;
}

const passes = 4;

/**
 * The process trees main answers for (ARCH-01): the host tells of each server it starts and of each that ended. When
 * the host dies, `killAll` ends what it left behind. A pid that belongs to another process by now is left alone where
 * the system tells start times.
 */
export class ProcessTrees {
  readonly #tracked = new Map<number, TrackedProcess>();

  started(process: TrackedProcess): void {
    this.#tracked.set(process.pid, process);
  }

  ended(pid: number): void {
    this.#tracked.delete(pid);
  }

  get size(): number {
    return this.#tracked.size;
  }

  /** Ends every tracked tree, and forgets it. Never rejects. Answers the names of the servers that still had processes. */
  async killAll(): Promise<string[]> {
    const roots = [...this.#tracked.values()];
    this.#tracked.clear();
    if (roots.length === 0) return [];
    return process.platform === "win32" ? killOnWindows(roots) : killByTable(roots);
  }
}

/** Several passes, because a process may fork between our look and its end. */
async function killByTable(roots: readonly TrackedProcess[]): Promise<string[]> {
  const found = new Set<string>();
  for (let pass = 0; pass < passes; pass += 1) {
    const table = await readProcessTable();
    const victims = roots.flatMap((root) => {
      const tree = treeOf(root, table);
      if (tree.length > 0) found.add(root.name);
      return tree;
    });
    if (victims.length === 0) break;
    for (const pid of new Set(victims)) kill(pid);
  }
  return [...found];
}

/**
 * The pids of a server's tree: the process, its descendants, and all of its process group and session, which hold
 * those whose parent has ended before them. Empty where the pid is another process's by now. Exported for its test.
 */
export function treeOf(root: TrackedProcess, table: readonly ProcessRow[]): number[] {
  const row = table.find(({ pid }) => pid === root.pid);
  const isAnother = row !== undefined && root.startTicks !== null && row.startTicks !== root.startTicks;
  if (isAnother) return [];
  const pids = new Set(row === undefined ? [] : [row.pid]);
  for (const { pid, group, session } of table) {
    if (group === root.pid || session === root.pid) pids.add(pid);
  }
  let size: number;
  do {
    size = pids.size;
    for (const { pid, parent } of table) if (pids.has(parent)) pids.add(pid);
  } while (pids.size > size);
  for (const forbidden of [0, 1, process.pid, process.ppid]) pids.delete(forbidden);
  return [...pids];
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself, or is not ours to end.
  }
}

async function killOnWindows(roots: readonly TrackedProcess[]): Promise<string[]> {
  await Promise.all(
    roots.map(async ({ pid }) => {
      const killer = spawn("taskkill", ["/PID", String(pid), "/T", "/F"], {
        stdio: "ignore",
        windowsHide: true,
      });
      await once(killer, "close").catch(() => undefined); // no taskkill: then nothing can be done
    }),
  );
  return roots.map(({ name }) => name);
}
