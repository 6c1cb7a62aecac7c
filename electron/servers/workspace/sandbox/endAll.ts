import { readdirSync, readFileSync } from "node:fs";

const mostWaitMs = 50;

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

const isAlive = (pid: number): boolean => !/^$|^State:\s+[ZX]/m.test(textOf(`/proc/${pid}/status`));

/** Pids and command lines of every bubblewrap that can be seen, whoever started it. */
function sandboxes(): { readonly pid: number; readonly line: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), line: textOf(`/proc/${name}/cmdline`) }))
    .filter(({ pid, line }) => line.includes("bwrap") && textOf(`/proc/${pid}/comm`).trim() === "bwrap");
}

/** Tells whether a living sandbox, of this server or another one, stands on a path to keep it from being made. */
export function heldBySandboxes(): (path: string) => boolean {
  const lines = sandboxes().map(({ line }) => line);
  return (path) => {
    const mount = `/empty\0${Buffer.from(path).toString("latin1")}\0`;
    return lines.some((line) => line.includes(mount));
  };
}

/**
 * Ends every bubblewrap that was started with `folder` among its arguments, and so all that runs in it: also what has left
 * its process group and emptied its environment. Command lines can be read where environments cannot. Waits a moment for
 * their end. Never throws.
 * @param folder a path that occurs in no other command line
 */
export function endSandboxes(folder: string): void {
  const pids = sandboxes()
    .filter(({ line }) => line.includes(`${folder}/`))
    .map(({ pid }) => pid);
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  const until = performance.now() + mostWaitMs;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  while (pids.some(isAlive) && performance.now() < until) Atomics.wait(clock, 0, 0, 1);
}
