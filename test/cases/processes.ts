import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process as Linux's own table has it. */
export interface Seen {
  readonly pid: number;
  readonly command: string;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It ended meanwhile, or is not ours to look at.
    return "";
  }
};

const linkOf = (file: string): string => {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
};

/** True where processes can be looked at this way. */
export const canSeeProcesses = process.platform === "linux";

/** The processes that work inside a folder: what a case started, whoever its parent is by now. */
export const processesIn = (folder: string): Seen[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && linkOf(`/proc/${name}/cwd`).startsWith(folder))
    .map((name) => ({
      pid: Number(name),
      command: read(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim(),
    }))
    .filter(({ command }) => command !== "");

/** The arguments of each process that works inside a folder, program first. */
export const commandsIn = (folder: string): string[][] =>
  processesIn(folder).map(({ pid }) =>
    read(`/proc/${pid}/cmdline`)
      .split("\0")
      .filter((part) => part !== ""),
  );

/** Ends what a case left running in its folder, each by its own id. */
export const endProcessesIn = (folder: string): void => {
  if (!canSeeProcesses) return;
  for (const { pid } of processesIn(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
};

/** Resident memory of a process in MB, 0 when it is gone. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Watches how far the memory of processes grows above where each was first seen. Ends with `stop`, which gives the most in MB. */
export const watchMemory = (pids: () => readonly number[]): { stop(): number } => {
  const from = new Map<number, number>();
  let most = 0;
  const look = (): void => {
    for (const pid of pids()) {
      const now = residentMb(pid);
      const start = from.get(pid) ?? now;
      from.set(pid, start);
      most = Math.max(most, now - start);
    }
  };
  look();
  const timer = setInterval(look, 100);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return most;
    },
  };
};

/** The processes a process started itself, with their commands. */
export const childrenOf = (pid: number): Seen[] =>
  read(`/proc/${pid}/task/${pid}/children`)
    .split(" ")
    .filter((child) => child !== "")
    .map((child) => ({
      pid: Number(child),
      command: read(`/proc/${child}/cmdline`).replaceAll("\0", " ").trim(),
    }));

const filesOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return [];
  }
};

/** How many internet sockets a process holds right now. */
export const internetSockets = (pid: number): number => {
  const tables = ["tcp", "tcp6", "udp", "udp6"].map((name) => read(`/proc/${pid}/net/${name}`)).join("\n");
  const inodes = new Set(tables.split("\n").map((line) => line.trim().split(/\s+/)[9]));
  const links = filesOf(pid).map((fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1]);
  return links.filter((inode) => inode !== undefined && inodes.has(inode)).length;
};
