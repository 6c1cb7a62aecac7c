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

/**
 * Ends every bubblewrap that was started with `folder` among its arguments, and so all that runs in it: also what has left
 * its process group and emptied its environment. Command lines can be read where environments cannot. Waits a moment for
 * their end. Never throws.
 * @param folder a path that occurs in no other command line
 */
export function endSandboxes(folder: string): void {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && textOf(`/proc/${name}/cmdline`).includes(`${folder}/`))
    .map(Number)
    .filter((pid) => pid !== process.pid && textOf(`/proc/${pid}/comm`).trim() === "bwrap");
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
