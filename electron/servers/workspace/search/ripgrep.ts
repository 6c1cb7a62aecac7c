import { spawn } from "node:child_process";
import { errnoOf, Refusal } from "../outcome/index.ts";
import { explainFailure, needsLookAround, unreadPaths } from "./explain.ts";
import type { Hit } from "./hit.ts";
import { hitOf, hitOfLongLine } from "./hits.ts";
import { createLineSplitter } from "./jsonLines.ts";
import { createRemarks } from "./remarks.ts";

/** What a search found; `isCut` when it was ended early by `maxHits` or by time. */
export interface Found {
  readonly hits: readonly Hit[];
  readonly isCut: boolean;
  readonly isTimedOut: boolean;
  /** Paths that the system did not let it read. */
  readonly unread: readonly string[];
  /** Files that were left out for their size. */
  readonly tooLarge: readonly string[];
  /** True when the pattern needs look-around or back-references: search again with the engine that has them. */
  readonly isOtherEngineNeeded: boolean;
}

/** A search to run. */
export interface Search {
  readonly cwd: string;
  readonly args: readonly string[];
  /** As the caller gave it, for the words of a failure. */
  readonly pattern: string;
  readonly maxHits: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Most memory the program may take, where the system can bound it: a line has to fit into it twice. */
  readonly memoryKb?: number;
}

async function programPath(): Promise<string> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch (cause) {
    throw new Refusal(
      "spawnFailed",
      "Search is not available: its program (ripgrep) is not installed for this system.",
      "Use run_command with grep instead.",
      cause,
    );
  }
}

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  readonly tooLarge: readonly string[];
  /** It ended by running out of the memory it was given. */
  readonly isOutOfMemory: boolean;
  /** Why it was ended before its own end. */
  readonly by: "enough" | "time" | null;
}

/**
 * Runs ripgrep, whose output goes to `onOutput` until that returns true ("enough"), the time limit or a cancel; the
 * process never outlives the call.
 * @throws Refusal `spawnFailed`
 */
export async function runProgram(
  search: Pick<Search, "cwd" | "args" | "timeoutMs" | "signal" | "memoryKb">,
  onOutput: (chunk: Buffer) => boolean,
): Promise<Ended> {
  const path = await programPath();
  const { memoryKb } = search;
  const isBounded = memoryKb !== undefined && process.platform !== "win32";
  const bounded = ["-c", `ulimit -v ${String(memoryKb)}; exec "$0" "$@"`, path, ...search.args];
  const child = spawn(isBounded ? "/bin/sh" : path, isBounded ? bounded : search.args, {
    cwd: search.cwd,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const remarks = createRemarks();
  let by: Ended["by"] = null;
  const stop = (why: "enough" | "time"): void => {
    by ??= why;
    child.kill("SIGKILL");
  };
  const onAbort = (): void => stop("time");
  const timer = setTimeout(onAbort, search.timeoutMs);
  search.signal.addEventListener("abort", onAbort);
  if (search.signal.aborted) onAbort();
  child.stderr.setEncoding("utf8").on("data", remarks.push);
  child.stdout.on("data", (chunk: Buffer) => {
    if (by === null && onOutput(chunk)) stop("enough");
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    const stderr = remarks.errors();
    const isOutOfMemory = isBounded && by === null && /memory allocation of/.test(stderr);
    return { code, stderr, tooLarge: remarks.tooLarge(), isOutOfMemory, by };
  } catch (error) {
    throw new Refusal(
      "spawnFailed",
      `The search program could not be started (${errnoOf(error)}).`,
      "Use run_command with grep instead.",
      error,
    );
  } finally {
    clearTimeout(timer);
    search.signal.removeEventListener("abort", onAbort);
  }
}

/**
 * Collects hits until `maxHits` or the time limit.
 * @throws Refusal `invalidInput` (pattern, glob), `tooLarge` (a line over the memory bound), `spawnFailed`, `internal`
 */
export async function runRipgrep(search: Search): Promise<Found> {
  const hits: Hit[] = [];
  const add = (hit: Hit | null): void => {
    if (hit !== null && hits.length < search.maxHits) hits.push(hit);
  };
  const split = createLineSplitter({
    onLine: (line) => add(hitOf(line)),
    onLongLine: (line) => add(hitOfLongLine(line)),
  });
  const { code, stderr, by, tooLarge, isOutOfMemory } = await runProgram(search, (chunk) => {
    split(chunk);
    return hits.length >= search.maxHits;
  });
  if (isOutOfMemory) {
    throw new Refusal(
      "tooLarge",
      "The file has a line that is too long to be searched: it does not fit into memory.",
      "Cut its lines on the way, with run_command: fold -b -w 1000 FILE | grep -n TEXT",
    );
  }
  const unread = unreadPaths(stderr);
  // 1 means no hits; 2 beside unread paths means that only these are missing.
  const isFailed = code === 2 && hits.length === 0 && by === null && unread.length === 0;
  const isOtherEngineNeeded = isFailed && needsLookAround(stderr);
  if (isFailed && !isOtherEngineNeeded && stderr.trim() !== "") throw explainFailure(stderr, search.pattern);
  return { hits, isCut: by !== null, isTimedOut: by === "time", unread, tooLarge, isOtherEngineNeeded };
}
