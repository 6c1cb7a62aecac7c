import { readdirSync, readFileSync } from "node:fs";

/** A process as `/proc` shows it. */
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

/** All living processes (zombies left out); empty where there is no `/proc`. */
export function listProcesses(): ProcessEntry[] {
  if (process.platform !== "linux") return [];
  const names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return names.map((name) => entryOf(Number(name))).filter((entry) => entry !== null);
}

/** True when the process was started with `variable=value` in its environment (inherited by its children). */
export function hasMark(pid: number, variable: string, value: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`.includes(`\0${variable}=${value}\0`);
  } catch {
    // Ended, or another user's: not one of ours.
    return false;
  }
}
