import { spawn } from "node:child_process";

/** How hard a server is to be rid of. */
export interface Stubbornness {
  readonly ignoreSigterm?: boolean;
  /** Lives on when its input ends. */
  readonly ignoreStdinEnd?: boolean;
  /** Starts a process in a group of its own that ignores SIGTERM too. */
  readonly spawnGrandchild?: boolean;
  /** That process drops the whole environment. */
  readonly isBare?: boolean;
}

const deaf = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)";

/** Makes this process as hard to end as asked. Gives the grandchild's pid where there is one. */
export const beStubborn = (how: Stubbornness): number | undefined => {
  if (how.ignoreSigterm === true) process.on("SIGTERM", () => undefined);
  if (how.ignoreStdinEnd === true) setInterval(() => undefined, 1000);
  if (how.spawnGrandchild !== true) return undefined;
  const env = how.isBare === true ? { PATH: process.env["PATH"] ?? "" } : process.env;
  const grandchild = spawn(process.execPath, ["-e", deaf], { detached: true, stdio: "ignore", env });
  grandchild.unref();
  return grandchild.pid;
};
