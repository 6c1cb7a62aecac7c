import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process as the system shows it. `session` is 0 where it does not tell. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly name: string;
}

function entryOf(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const close = stat.lastIndexOf(")");
    const fields = stat.slice(close + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    const [parent, group, session] = [fields[1], fields[2], fields[3]].map(Number);
    const name = stat.slice(stat.indexOf("(") + 1, close);
    return { pid, parent: parent ?? 0, group: group ?? 0, session: session ?? 0, name };
  } catch {
    // It has ended since the folder was listed.
    return null;
  }
}

function processIds(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    // Out of descriptors, or no such folder: the group is ended all the same.
    return [];
  }
}

/** Rows of `ps -o pid=,ppid=,pgid=,stat=,ucomm=`; zombies left out. */
export function parsePs(output: string): ProcessEntry[] {
  return output.split("\n").flatMap((line) => {
    const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/.exec(line);
    if (row === null || row[4]?.startsWith("Z")) return [];
    const [pid, parent, group] = [row[1], row[2], row[3]].map(Number);
    return [{ pid: pid ?? 0, parent: parent ?? 0, group: group ?? 0, session: 0, name: row[5] ?? "" }];
  });
}

function ps(args: readonly string[]): string {
  const { stdout } = spawnSync("/bin/ps", args, { encoding: "latin1", maxBuffer: 64 * 1024 * 1024 });
  return stdout ?? "";
}

/** All living processes (zombies left out); empty on Windows. Never throws. */
export function listProcesses(): ProcessEntry[] {
  if (process.platform === "win32") return [];
  if (process.platform !== "linux") return parsePs(ps(["-axo", "pid=,ppid=,pgid=,stat=,ucomm="]));
  return processIds()
    .map((name) => entryOf(Number(name)))
    .filter((entry) => entry !== null);
}

function hasMark(pid: number, variable: string, value: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`.includes(`\0${variable}=${value}\0`);
  } catch {
    // Ended, or another user's: not one of ours.
    return false;
  }
}

/**
 * Tells whether a process was started with `variable=value` in its environment, which its children inherit. On macOS the
 * system hides the environment of its own programs.
 */
export function markFinder(variable: string, value: string): (pid: number) => boolean {
  if (process.platform === "linux") return (pid) => hasMark(pid, variable, value);
  if (process.platform === "win32") return () => false;
  const lines = ps(["-axEwwo", "pid=,command="]).split("\n");
  const marked = lines.filter((line) => line.includes(` ${variable}=${value}`));
  const pids = new Set(marked.map((line) => Number.parseInt(line, 10)));
  return (pid) => pids.has(pid);
}
