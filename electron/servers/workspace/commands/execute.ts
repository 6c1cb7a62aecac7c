import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { errnoOf, Refusal } from "../outcome/index.ts";
import { Capture, type Captured } from "./capture.ts";
import { callVariable } from "./environment.ts";
import { createProgress } from "./progress.ts";
import { findTree, killTree, type Tree } from "./processTree.ts";
import type { ProcessEntry } from "./processTable.ts";
import type { Shell } from "./shell.ts";

/** A command line to run. */
export interface Execution {
  readonly shell: Shell;
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly callMark: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((message: string, bytes: number) => void) | undefined;
}

/** How it ended. Exactly one of `exitCode` and `signal` is set, unless it was ended by us. */
export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Captured;
  readonly stderr: Captured;
  readonly durationMs: number;
  readonly stoppedBy: "timeout" | "cancel" | null;
  /** Processes that the command left running. */
  readonly left: readonly ProcessEntry[];
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** After the exit, output that is still in the pipe is read until it is quiet this long, in total at most `drainMs`. */
const quietMs = 60;
const drainMs = 1_000;

function start(execution: Execution): Child {
  return spawn(execution.shell.program, execution.shell.args, {
    cwd: execution.cwd,
    env: execution.env,
    stdio: ["ignore", "pipe", "pipe"],
    // A session of its own: no terminal to ask on, and one group to end.
    detached: process.platform !== "win32",
    windowsHide: true,
    windowsVerbatimArguments: process.platform === "win32",
  });
}

function refuseSpawn(error: unknown, execution: Execution): Refusal {
  const errno = errnoOf(error);
  if (errno === "E2BIG" || errno === "ENAMETOOLONG") {
    return new Refusal(
      "spawnFailed",
      "The command is too long for the system.",
      "Write a script with write_file and run that.",
      error,
    );
  }
  const advice =
    errno === "EAGAIN" || errno === "ENOMEM"
      ? "The system is short of processes or memory; try again later."
      : "";
  return new Refusal(
    "spawnFailed",
    `The shell ${execution.shell.program} could not be started (${errno}).`,
    advice,
    error,
  );
}

async function exited(child: Child): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
}

/** Resolves when both streams have ended or have been quiet for a while: a background child may hold them open. */
async function drained(child: Child): Promise<void> {
  const until = Date.now() + drainMs;
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, quietMs);
    child.on("close", () => resolve());
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(resolve, Math.max(0, Math.min(quietMs, until - Date.now())));
    };
    child.stdout.on("data", again);
    child.stderr.on("data", again);
  });
}

/** Lets go of a command's pipes without closing them: a background child that writes must not die of it. */
function letGo(child: Child): void {
  for (const stream of [child.stdout, child.stderr]) {
    stream.removeAllListeners("data");
    stream.on("error", () => undefined);
    stream.resume();
  }
}

/**
 * Runs a command and waits for its process, not for its pipes. At the time limit or a cancel the whole tree is ended.
 * @throws Refusal `spawnFailed`
 */
export async function execute(execution: Execution): Promise<Ended> {
  const startedAt = performance.now();
  const stdout = new Capture();
  const stderr = new Capture();
  const progress = createProgress(execution.onProgress);
  let stoppedBy: Ended["stoppedBy"] = null;
  let child: Child;
  try {
    child = start(execution);
  } catch (error) {
    throw refuseSpawn(error, execution);
  }
  const tree: Tree = { pid: child.pid ?? null, variable: callVariable, mark: execution.callMark };
  const stop = (why: "timeout" | "cancel"): void => {
    stoppedBy ??= why;
    killTree(tree);
  };
  const onAbort = (): void => stop("cancel");
  const take = (capture: Capture) => (chunk: Buffer) => {
    capture.push(chunk);
    progress.push(chunk);
  };
  child.stdout.on("data", take(stdout));
  child.stderr.on("data", take(stderr));
  const timer = setTimeout(() => stop("timeout"), execution.timeoutMs);
  execution.signal.addEventListener("abort", onAbort, { once: true });
  if (execution.signal.aborted) onAbort();
  try {
    const end = await exited(child);
    const durationMs = Math.round(performance.now() - startedAt);
    await drained(child);
    const left = stoppedBy === null ? findTree(tree) : [];
    const captured = { stdout: stdout.finish(), stderr: stderr.finish() };
    return { exitCode: end.code, signal: end.signal, ...captured, durationMs, stoppedBy, left };
  } catch (error) {
    throw refuseSpawn(error, execution);
  } finally {
    clearTimeout(timer);
    progress.stop();
    execution.signal.removeEventListener("abort", onAbort);
    letGo(child);
  }
}
