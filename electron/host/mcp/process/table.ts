import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/**
 * A live process. `startedAt` is the kernel's start time as text: with the pid it names a process for good,
 * whatever pid is used again later.
 */
export interface ProcessEntry {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  readonly startedAt: string;
}

/**
 * Environment variable that marks a server and everything it starts; its value begins with the data folder's
 * tag.
 */
export const MARKER = "LOOPWRIGHT_SERVER";

const run = promisify(execFile);

/**
 * Fields of `/proc/<pid>/stat`; the name in parentheses may hold spaces and parentheses itself. Zombies are
 * dead: null.
 */
const parseStat = (pid: number, text: string): ProcessEntry | null => {
  const [state, ppid, pgid, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const startedAt = rest[16];
  if (state === undefined || state === "Z" || state === "X" || startedAt === undefined) return null;
  return { pid, ppid: Number(ppid), pgid: Number(pgid), startedAt };
};

/** A process that ended, or is not ours to read, while we look at it is simply not listed. */
const readOrNull = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, "latin1");
  } catch {
    return null;
  }
};

const procPids = async (): Promise<number[]> => (await readdir("/proc")).map(Number).filter((pid) => pid > 0);

const listProc = async (): Promise<ProcessEntry[]> => {
  const entries = await Promise.all(
    (await procPids()).map(async (pid) => {
      const stat = await readOrNull(`/proc/${pid}/stat`);
      return stat === null ? null : parseStat(pid, stat);
    }),
  );
  return entries.filter((entry) => entry !== null);
};

const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)\s*$/;

/** `ps` as macOS and the BSDs have it. */
const listPs = async (): Promise<ProcessEntry[]> => {
  const { stdout } = await run("ps", ["-axo", "pid=,ppid=,pgid=,stat=,lstart="], { maxBuffer: 16_000_000 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, ppid, pgid, state, startedAt] = psLine.exec(line) ?? [];
    if (pid === undefined || startedAt === undefined || state?.startsWith("Z")) return [];
    return [{ pid: Number(pid), ppid: Number(ppid), pgid: Number(pgid), startedAt }];
  });
};

/**
 * Every live process that can be seen. On Windows the list is empty: there `taskkill /T` knows the tree. Never
 * rejects: a system that hides its processes gives an empty list, and the process group is then all we have.
 */
export const listProcesses = async (): Promise<ProcessEntry[]> => {
  if (process.platform === "win32") return [];
  try {
    return await (process.platform === "linux" ? listProc() : listPs());
  } catch {
    return [];
  }
};

const markedProc = async (prefix: string): Promise<number[]> => {
  const wanted = `${MARKER}=${prefix}`;
  const found = await Promise.all(
    (await procPids()).map(async (pid) => {
      const environ = await readOrNull(`/proc/${pid}/environ`);
      return environ !== null && (environ.startsWith(wanted) || environ.includes(`\0${wanted}`)) ? pid : null;
    }),
  );
  return found.filter((pid) => pid !== null);
};

const markedPs = async (prefix: string): Promise<number[]> => {
  const { stdout } = await run("ps", ["-axwwE", "-o", "pid=,command="], { maxBuffer: 64_000_000 });
  return stdout
    .split("\n")
    .filter((line) => line.includes(` ${MARKER}=${prefix}`))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid > 0);
};

/**
 * Pids of processes whose environment carries {@link MARKER} with a value that begins with `prefix`: also
 * those that left their group and lost their parent. Never rejects.
 */
export const markedProcesses = async (prefix: string): Promise<number[]> => {
  if (process.platform === "win32") return [];
  try {
    return await (process.platform === "linux" ? markedProc(prefix) : markedPs(prefix));
  } catch {
    return [];
  }
};

/**
 * The start time of a process right now, or null where it cannot be had cheaply (anything but Linux) or the
 * process is gone.
 */
export const startedAtOf = (pid: number): string | null => {
  if (process.platform !== "linux") return null;
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, "latin1"))?.startedAt ?? null;
  } catch {
    return null;
  }
};

/** `pid` with everything below it. */
export const descendantsOf = (table: readonly ProcessEntry[], roots: ReadonlySet<number>): Set<number> => {
  const found = new Set(roots);
  for (let grew = true; grew;) {
    grew = false;
    for (const { pid, ppid } of table) {
      if (!found.has(ppid) || found.has(pid)) continue;
      found.add(pid);
      grew = true;
    }
  }
  return found;
};

/** This process and all above it: never to be ended, whatever mark they carry. */
export const ownLine = (table: readonly ProcessEntry[]): Set<number> => {
  const parents = new Map(table.map(({ pid, ppid }) => [pid, ppid]));
  const line = new Set<number>();
  for (
    let pid: number | undefined = process.pid;
    pid !== undefined && pid > 0 && !line.has(pid);
    pid = parents.get(pid)
  ) {
    line.add(pid);
  }
  return line;
};
