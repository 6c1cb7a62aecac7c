import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** One live process of the system. `startTicks` is the kernel's start time, null where the system does not tell. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly startTicks: string | null;
}

/** All processes one may see. Linux reads `/proc`, other Unixes ask `ps`. Never rejects; empty where neither works. */
export async function readProcessTable(): Promise<ProcessRow[]> {
  return process.platform === "linux" ? readProc() : readPs();
}

function readProc(): ProcessRow[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return []; // no /proc here: then nothing can be told apart, and nothing is ended
  }
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => readStat(Number(name)) ?? []);
}

function readStat(pid: number): ProcessRow | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined; // it ended while we looked
  }
  // The name stands in parentheses and may hold anything, so fields are counted from the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group, session] = fields;
  if (state === undefined || state === "Z") return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTicks: fields[19] ?? null,
  };
}

function readPs(): Promise<ProcessRow[]> {
  return new Promise((resolve) => {
    execFile("ps", ["-axo", "pid=,ppid=,pgid=,sess="], { timeout: 2000 }, (_error, stdout) => {
      const rows = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
      resolve(
        rows.flatMap(([pid, parent, group, session]) =>
          pid !== undefined && parent !== undefined && group !== undefined && pid > 0
            ? [{ pid, parent, group, session: session ?? 0, startTicks: null }]
            : [],
        ),
      );
    });
  });
}
