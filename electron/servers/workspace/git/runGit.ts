import { spawn } from "node:child_process";
import { join, parse } from "node:path";
import { errnoOf, Refusal } from "../outcome/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import type { Git } from "./findGit.ts";
import type { Repository, Setting } from "./types.ts";
import type { Shadow } from "./shadow.ts";

/** Most bytes of output that are taken; git is ended there. */
export const outputBytes = 8 * 1024 * 1024;
const errorBytes = 8 * 1024;
/** What is left of a call's time to put the answer into words. */
const graceMs = 500;

/** What git answered. */
export interface GitOutput {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** There was more than `outputBytes`. */
  readonly isCut: boolean;
}

/** One run of git, ready to start. */
export interface GitRun {
  readonly git: Git;
  readonly args: readonly string[];
  /** Share of the call's time that is left which this run may take, 0 to 1. Default all of it. */
  readonly share?: number | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Variables of the system that programs need to work at all. */
const systemNames =
  /^(?:HOME|USERPROFILE|XDG_CONFIG_HOME|SYSTEMROOT|WINDIR|TMPDIR|TEMP|TMP|LOCALAPPDATA|APPDATA)$/i;

/** The environment of every git we start: nothing of `GIT_*` that was set outside, no prompt, no pager, no network. */
export function baseEnvironment(git: Git, environment: NodeJS.ProcessEnv): Record<string, string> {
  const system = Object.entries(environment).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && systemNames.test(pair[0]),
  );
  return {
    ...Object.fromEntries(system),
    PATH: git.path,
    LC_ALL: "C",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_ATTR_NOSYSTEM: "1",
  };
}

/** The environment of a git that sees a repository through its shadow, and of all settings only these. */
export function shadowEnvironment(
  base: Readonly<Record<string, string>>,
  repository: Repository,
  shadow: Shadow,
  settings: readonly Setting[],
): Record<string, string> {
  const all: Setting[] = [
    ...settings,
    { key: "core.fsmonitor", value: "false" },
    { key: "core.hooksPath", value: shadow.empty },
    { key: "core.pager", value: "cat" },
  ];
  return {
    ...base,
    GIT_DIR: shadow.gitDir,
    GIT_WORK_TREE: repository.workTree,
    GIT_OBJECT_DIRECTORY: join(repository.commonDir, "objects"),
    GIT_INDEX_FILE: join(shadow.gitDir, "index"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: shadow.empty,
    GIT_CONFIG_GLOBAL: shadow.empty,
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(({ key, value }, i) => [
        [`GIT_CONFIG_KEY_${i}`, key],
        [`GIT_CONFIG_VALUE_${i}`, value],
      ]),
    ),
  };
}

/** A folder in which git finds no repository by itself. */
export const nowhere = parse(process.cwd()).root;

const limitMs = ({ deadlineAt }: ToolContext, share: number): number =>
  Math.max(1, (deadlineAt - graceMs - Date.now()) * share);

/**
 * Runs git and collects what it says. It never outlives the call.
 * @throws Refusal `timedOut`, `spawnFailed`
 */
export async function runGit(
  context: ToolContext,
  { git, args, cwd, env, share = 1 }: GitRun,
): Promise<GitOutput> {
  const child = spawn(git.program, ["--no-pager", ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = "";
  let stopped: "size" | "time" | null = null;
  const stop = (why: "size" | "time"): void => {
    stopped ??= why;
    child.kill("SIGKILL");
  };
  const onAbort = (): void => stop("time");
  const timer = setTimeout(onAbort, limitMs(context, share));
  context.signal.addEventListener("abort", onAbort, { once: true });
  if (context.signal.aborted) onAbort();
  child.stdout.on("data", (chunk: Buffer) => {
    if (bytes < outputBytes) chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > outputBytes) stop("size");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (stderr.length < errorBytes) stderr += text;
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    if (stopped === "time") {
      throw new Refusal(
        "timedOut",
        context.signal.aborted ? "The call was cancelled." : "git did not finish within the time limit.",
        "Ask for less: give a path, or a smaller limit.",
      );
    }
    return {
      code,
      stdout: Buffer.concat(chunks).subarray(0, outputBytes),
      stderr,
      isCut: stopped === "size",
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const why = `git could not be started (${errnoOf(error)}).`;
    throw new Refusal("spawnFailed", why, "Try again later.", error);
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", onAbort);
  }
}
