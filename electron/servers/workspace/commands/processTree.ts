import { spawnSync } from "node:child_process";
import { listProcesses, markFinder, type ProcessEntry } from "./processTable.ts";

/** How the processes of a tree are told: by descent and session of `pid`, and by a mark in their environment. */
export interface Tree {
  readonly pid: number | null;
  readonly variable: string;
  readonly mark: string;
  /** Members that were seen earlier: they need neither mark nor parent any more. */
  readonly seen?: readonly ProcessEntry[];
}

const isSame = (a: ProcessEntry, b: ProcessEntry): boolean =>
  a.pid === b.pid && a.group === b.group && a.session === b.session;

const rounds = 20;

/** The living members of a tree, children that left the group or the session by themselves included. */
export function findTree(tree: Tree): ProcessEntry[] {
  const members = new Set<number>();
  const all = listProcesses().filter((entry) => entry.pid !== process.pid);
  const isMarked = markFinder(tree.variable, tree.mark);
  for (const entry of all) {
    const isOwn =
      tree.pid !== null && (entry.pid === tree.pid || entry.group === tree.pid || entry.session === tree.pid);
    const isSeen = tree.seen?.some((one) => isSame(one, entry)) ?? false;
    if (isOwn || isSeen || isMarked(entry.pid)) members.add(entry.pid);
  }
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const entry of all) if (members.has(entry.parent)) members.add(entry.pid);
  }
  return all.filter((entry) => members.has(entry.pid));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** Processes of the sandbox itself: they hold a command, they are none, and asking them would end what they hold. */
const sandboxNames = new Set(["bwrap"]);

/** Those of a tree that the command itself started. */
export function withoutSandbox(entries: readonly ProcessEntry[]): ProcessEntry[] {
  return entries.filter(({ name }) => !sandboxNames.has(name));
}

/** Asks every process of the tree to end (SIGTERM); on Windows, where nothing can be asked, ends it. Never throws. */
export function askTree(tree: Tree): void {
  if (process.platform === "win32") {
    killTree(tree);
    return;
  }
  const members = findTree(tree);
  for (const { pid } of withoutSandbox(members)) signal(pid, "SIGTERM");
  if (members.length === 0 && tree.pid !== null) signal(-tree.pid, "SIGTERM");
}

/** Ends every process of the tree at once, and those started while it does so. Never throws. */
export function killTree(tree: Tree): void {
  if (process.platform === "win32") {
    if (tree.pid !== null)
      spawnSync("taskkill", ["/pid", String(tree.pid), "/T", "/F"], { windowsHide: true });
    return;
  }
  if (tree.pid !== null) signal(-tree.pid, "SIGKILL");
  for (let round = 0; round < rounds; round += 1) {
    const members = findTree(tree);
    if (members.length === 0) return;
    // Stopped first, so that none of them can start another while the rest is being ended.
    for (const { pid } of members) signal(pid, "SIGSTOP");
    for (const { pid } of members) signal(pid, "SIGKILL");
  }
}
