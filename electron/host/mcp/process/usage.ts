import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { descendantsOf, listProcesses, markedProcesses } from "./table.ts";

/** What some processes take together. `pssBytes` is null where the system does not tell shares of shared memory. */
export interface TreeUsage {
  readonly processes: number;
  readonly cpuMs: number;
  readonly rssBytes: number;
  readonly pssBytes: number | null;
}

interface One {
  readonly cpuMs: number;
  readonly rssBytes: number;
  readonly pssBytes: number | null;
}

const run = promisify(execFile);
/** The kernel counts processor time in hundredths of a second on every Linux the app runs on. */
const TICK_MS = 10;

const textOf = async (path: string): Promise<string> => {
  try {
    return await readFile(path, "latin1");
  } catch {
    return "";
  }
};

const kilobytes = (text: string, name: string): number | null => {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1];
  return found === undefined ? null : Number(found) * 1024;
};

const ofProc = async (pid: number): Promise<One | null> => {
  const [stat, rollup, status] = await Promise.all([
    textOf(`/proc/${pid}/stat`),
    textOf(`/proc/${pid}/smaps_rollup`),
    textOf(`/proc/${pid}/status`),
  ]);
  if (stat === "") return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return {
    cpuMs: ticks * TICK_MS,
    rssBytes: kilobytes(status, "VmRSS") ?? 0,
    pssBytes: kilobytes(rollup, "Pss"),
  };
};

/** `ps` writes processor time as `[[dd-]hh:]mm:ss[.cc]`. */
export const parseCpuTime = (text: string): number => {
  const [clock = "", days = "0"] = text.split("-").reverse();
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1000);
};

const ofPs = async (pids: readonly number[]): Promise<One[]> => {
  const { stdout } = await run("ps", ["-o", "rss=,time=", "-p", pids.join(",")]);
  return stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([rss, time]) =>
      time === undefined ? [] : [{ cpuMs: parseCpuTime(time), rssBytes: Number(rss) * 1024, pssBytes: null }],
    );
};

/**
 * What a server's process, everything below it, and everything that carries its mark take now. Null where nothing of it lives
 * or the system does not tell (Windows). Never rejects.
 */
export const usageOf = async (rootPid: number, markPrefix: string): Promise<TreeUsage | null> => {
  const pids = [...descendantsOf(await listProcesses(), new Set([rootPid]))];
  const all = [...new Set([...pids, ...(await markedProcesses(markPrefix))])];
  if (process.platform === "win32") return null;
  const found: (One | null)[] =
    process.platform === "linux" ? await Promise.all(all.map(ofProc)) : await ofPs(all).catch(() => []);
  const alive = found.filter((one) => one !== null);
  if (alive.length === 0) return null;
  return {
    processes: alive.length,
    cpuMs: alive.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    rssBytes: alive.reduce((sum, { rssBytes }) => sum + rssBytes, 0),
    pssBytes: alive.some(({ pssBytes }) => pssBytes === null)
      ? null
      : alive.reduce((sum, { pssBytes }) => sum + (pssBytes ?? 0), 0),
  };
};
