import { execFile } from "node:child_process";
import { descendantsOf, listProcesses, markedProcesses, ownLine, type ProcessEntry } from "./table.ts";

/** Which processes belong to one server: its own pid leads a group, everything it starts carries its mark. */
export interface Tree {
  readonly rootPid: number;
  readonly marker: string;
  /**
   * Processes seen below the root while it lived, by pid with their start time; they are found again after it
   * died.
   */
  readonly seen: Map<number, string>;
}

const POLL_MS = 20;

/** How long each polite step may take before the next, in milliseconds (mcp.md §1.1). */
export const STEP_MS = 1000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A process that is gone already is what we want. */
const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // ESRCH: gone; EPERM: not ours any more. Neither can be helped here.
  }
};

/** Notes what lives below the root now, so that a process that leaves its group later can still be found. */
export const noteTree = async (tree: Tree): Promise<void> => {
  const table = await listProcesses();
  const below = descendantsOf(table, new Set([tree.rootPid]));
  for (const { pid, startedAt } of table) if (below.has(pid)) tree.seen.set(pid, startedAt);
};

/**
 * Live processes of a tree: the group, what descends from it, what was seen below it, what carries its mark.
 */
export const survivors = async (tree: Tree): Promise<ProcessEntry[]> => {
  const [table, marked] = await Promise.all([listProcesses(), markedProcesses(tree.marker)]);
  const roots = new Set(marked);
  for (const { pid, pgid, startedAt } of table) {
    if (pgid === tree.rootPid || tree.seen.get(pid) === startedAt) roots.add(pid);
  }
  const found = descendantsOf(table, roots);
  const spared = ownLine(table);
  return table.filter(({ pid }) => found.has(pid) && !spared.has(pid));
};

/** Waits until `isDone` or the deadline; says which. */
export const waitUntil = async (
  isDone: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> => {
  const deadline = performance.now() + withinMs;
  while (!(await isDone())) {
    if (performance.now() >= deadline) return false;
    await pause(POLL_MS);
  }
  return true;
};

const signalAll = async (tree: Tree, name: NodeJS.Signals): Promise<void> => {
  signal(-tree.rootPid, name);
  for (const { pid, startedAt } of await survivors(tree)) {
    tree.seen.set(pid, startedAt);
    signal(pid, name);
  }
};

const isGone = async (tree: Tree): Promise<boolean> => (await survivors(tree)).length === 0;

const endTreeOnWindows = (rootPid: number): Promise<void> =>
  new Promise((resolve) => {
    execFile("taskkill", ["/PID", String(rootPid), "/T", "/F"], { windowsHide: true }, () => {
      // A tree that is gone already makes taskkill fail: that is what we want.
      resolve();
    });
  });

/**
 * Ends what is left of a tree: TERM to all, a second, then KILL until nothing is left (new ones may be forked
 * in between; five rounds at most). Never rejects. Returns how many processes still lived when it was called.
 */
export const endTree = async (tree: Tree, termMs: number = STEP_MS): Promise<number> => {
  if (process.platform === "win32") {
    await endTreeOnWindows(tree.rootPid);
    return 0;
  }
  const count = (await survivors(tree)).length;
  if (count === 0) return 0;
  await signalAll(tree, "SIGTERM");
  for (
    let round = 0;
    round < 5 && !(await waitUntil(() => isGone(tree), round === 0 ? termMs : STEP_MS));
    round++
  ) {
    await signalAll(tree, "SIGKILL");
  }
  return count;
};
