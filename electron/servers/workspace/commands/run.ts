import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { errnoOf, Refusal } from "../outcome/index.ts";
import { callVariable } from "./environment.ts";
import type { KeptStream } from "./keptStream.ts";
import { askTree, findTree, killTree, withoutSandbox, type Tree } from "./processTree.ts";
import type { ProcessEntry } from "./processTable.ts";

/** A program to start. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Windows: `args` are one command line already, passed on as they are. */
  readonly isVerbatim: boolean;
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** Stands in the environment of everything it starts. */
  readonly callMark: string;
}

/** Who ended a command that did not end by itself: a cancelled call, its time limit, `stop_command`. */
export type StoppedBy = "cancel" | "timeout" | "stop";

/** How a command ended. Exactly one of `exitCode` and `signal` is set, unless the system told neither. */
export interface RunEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stoppedBy: StoppedBy | null;
  readonly durationMs: number;
  /** Processes that the command left running when it ended by itself. */
  readonly left: readonly ProcessEntry[];
}

/** A started program. */
export interface Run {
  readonly pid: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Resolves when the process, not its pipes, has ended and its output is in. Never rejects. */
  readonly done: Promise<RunEnd>;
  /** How it ended, or null while it runs. */
  ended(): RunEnd | null;
  /** Its living processes, also those it left behind. */
  living(): ProcessEntry[];
  /** Ends all of it at once. Safe to repeat. */
  kill(why: StoppedBy): void;
  /** Asks all of it to end (Windows knows no asking: it is ended). */
  ask(why: StoppedBy): void;
  /** Calls `listener` with each piece of output; the answer ends it. */
  onOutput(listener: (chunk: Buffer) => void): () => void;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** After the exit, output that is still in the pipe is read until it is quiet this long, in total at most `drainMs`. */
const quietMs = 60;
const drainMs = 1_000;

function refuseSpawn(error: unknown, launch: Launch): Refusal {
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
      : "Check that it is a program for this system, and that its folder may be entered.";
  return new Refusal(
    "spawnFailed",
    `${launch.program} could not be started (${errno === "" ? String(error) : errno}).`,
    advice,
    error,
  );
}

async function spawned(launch: Launch): Promise<{ readonly child: Child; readonly pid: number }> {
  try {
    const child = spawn(launch.program, launch.args, {
      cwd: launch.cwd,
      env: launch.env,
      stdio: ["ignore", "pipe", "pipe"],
      // A session of its own: no terminal to ask on, and one group to end.
      detached: process.platform !== "win32",
      windowsHide: true,
      windowsVerbatimArguments: launch.isVerbatim && process.platform === "win32",
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    if (child.pid === undefined) throw new Error("it has no process id");
    return { child, pid: child.pid };
  } catch (error) {
    throw refuseSpawn(error, launch);
  }
}

async function exited(child: Child): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return await new Promise((resolve) => {
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
    stream.resume();
  }
}

/**
 * Starts a program; its output goes to `streams`.
 * @throws Refusal `spawnFailed`
 */
export async function startRun(
  launch: Launch,
  streams: { readonly stdout: KeptStream; readonly stderr: KeptStream },
): Promise<Run> {
  const begun = performance.now();
  const { child, pid } = await spawned(launch);
  const listeners = new Set<(chunk: Buffer) => void>();
  const mark = { variable: callVariable, mark: launch.callMark };
  let end: RunEnd | null = null;
  let stoppedBy: StoppedBy | null = null;
  // After its end the process id may be another's: what it left behind is told by the mark, and by what was seen then.
  const tree = (): Tree => (end === null ? { pid, ...mark } : { pid: null, ...mark, seen: end.left });
  for (const name of ["stdout", "stderr"] as const) {
    // A pipe that breaks costs its output, not the server.
    child[name].on("error", () => undefined);
    child[name].on("data", (chunk: Buffer) => {
      streams[name].push(chunk);
      for (const listener of listeners) listener(chunk);
    });
  }
  const finish = async (): Promise<RunEnd> => {
    const { code, signal } = await exited(child);
    const durationMs = Math.round(performance.now() - begun);
    await drained(child);
    letGo(child);
    const left = stoppedBy === null ? withoutSandbox(findTree(tree())) : [];
    end = { exitCode: code, signal, stoppedBy, durationMs, left };
    return end;
  };
  return {
    pid,
    startedAt: Date.now(),
    done: finish(),
    ended: () => end,
    living: () => withoutSandbox(findTree(tree())),
    kill: (why) => {
      stoppedBy ??= why;
      killTree(tree());
    },
    ask: (why) => {
      stoppedBy ??= why;
      askTree(tree());
    },
    onOutput: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
