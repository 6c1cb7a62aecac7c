import { spawnSync } from "node:child_process";
import { hasMark, listProcesses, type ProcessEntry } from "./processTable.ts";

/** How the processes of a tree are told: by descent and session of `pid`, and by a mark in their environment. */
export interface Tree {
  readonly pid: number | null;
  readonly variable: string;
  readonly mark: string;
}

const rounds = 20;

/** The living members of a tree, children that left the group or the session by themselves included (Linux). */
export function findTree(tree: Tree): ProcessEntry[] {
  const members = new Set<number>();
  const all = listProcesses().filter((entry) => entry.pid !== process.pid);
  for (const entry of all) {
    const isOwn =
      tree.pid !== null && (entry.pid === tree.pid || entry.group === tree.pid || entry.session === tree.pid);
    if (isOwn || hasMark(entry.pid, tree.variable, tree.mark)) members.add(entry.pid);
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
