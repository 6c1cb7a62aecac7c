import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { electronPath } from "../../e2e/app.ts";

/** One process with the moment it started, so that its number can be told from a later process's. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly startTicks: string;
}

/** Memory in megabytes: PSS counts a page shared by n processes as 1/n in each. */
export interface Memory {
  /** Electron's own processes: main, zygotes, GPU, utilities, page. */
  readonly electron: number;
  readonly electronProcesses: number;
  readonly host: number;
  readonly servers: number;
}

const statOf = (pid: number): Process | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { pid, parent: Number(fields[1]), startTicks: fields[19] ?? "" };
  } catch {
    return undefined; // gone between the listing and the reading
  }
};

/** A process and all that descend from it, parents first. Empty where there is no `/proc`. */
export const treeOf = (root: number): Process[] => {
  if (process.platform !== "linux") return [];
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((item) => item !== undefined);
  const found: Process[] = all.filter(({ pid }) => pid === root);
  for (let at = 0; at < found.length; at++)
    found.push(...all.filter(({ parent }) => parent === found[at]?.pid));
  return found;
};

/** Ends what is left of a tree, by number, if the number still means the same process. */
export const endLeftovers = (tree: readonly Process[]): void => {
  for (const { pid, startTicks } of [...tree].reverse())
    if (statOf(pid)?.startTicks === startTicks)
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself meanwhile.
      }
};

const kindOf = (pid: number): "electron" | "host" | "servers" => {
  const exe = readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, "");
  if (path.dirname(exe) === path.dirname(electronPath())) return "electron";
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("host/main.ts") ? "host" : "servers";
};

const pssOf = (pid: number): number => {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
};

/** Reads the memory of a tree; undefined where the system does not show it (not Linux, or sandboxed processes read by another user than root). */
export const memoryOf = (root: number): Memory | undefined => {
  const sums = { electron: 0, host: 0, servers: 0 };
  let electronProcesses = 0;
  for (const { pid } of treeOf(root))
    try {
      const kind = kindOf(pid);
      sums[kind] += pssOf(pid);
      if (kind === "electron") electronProcesses += 1;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EACCES") return undefined;
      // Any other failure: the process has just ended and holds nothing any more.
    }
  return electronProcesses === 0 ? undefined : { ...sums, electronProcesses };
};

/** The host process of a running app, and when it started. */
export const hostOf = (root: number): Process | undefined =>
  treeOf(root).find(({ pid }) => {
    try {
      return kindOf(pid) === "host";
    } catch {
      return false; // ended between the listing and the reading
    }
  });

/** How many processes of the same Electron run beside ours: they share pages with them, which makes every PSS too small. */
export const strangers = (): number =>
  process.platform === "linux"
    ? readdirSync("/proc").filter((name) => {
        try {
          return (
            /^\d+$/.test(name) &&
            path.dirname(readlinkSync(`/proc/${name}/exe`)) === path.dirname(electronPath())
          );
        } catch {
          return false; // gone, a kernel thread, or another user's
        }
      }).length
    : 0;
