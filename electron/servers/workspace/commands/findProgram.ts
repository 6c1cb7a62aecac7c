import { accessSync, closeSync, constants, openSync, readdirSync, readSync, statSync } from "node:fs";
import { delimiter, extname, isAbsolute, join, resolve } from "node:path";
import { errnoOf, Refusal } from "../outcome/index.ts";
import { displayName } from "../paths/index.ts";
import { batchLine, batchOptions } from "./batch.ts";

/** A program as it was asked for. */
export interface Asked {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isVerbatim: boolean;
}

/** A program as it is started. */
export interface Found {
  readonly program: string;
  readonly args: readonly string[];
  readonly isVerbatim: boolean;
}

const isWindows = process.platform === "win32";

function variable(env: Asked["env"], name: string): string {
  const key = Object.keys(env).find((one) => one.toUpperCase() === name);
  return key === undefined ? "" : (env[key] ?? "");
}

function endings(asked: Asked): readonly string[] {
  if (!isWindows) return [""];
  const known = (variable(asked.env, "PATHEXT") || ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .filter((end) => end !== "");
  return extname(asked.program) === "" ? known : ["", ...known];
}

type State = "runs" | "file" | "folder" | "special" | "closed" | "none";

function stateOf(path: string): State {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "none";
  if (stat.isDirectory()) return "folder";
  if (!stat.isFile()) return "special";
  try {
    accessSync(path, constants.X_OK);
    return "runs";
  } catch {
    // It is there and may not be run.
    return "file";
  }
}

/** `statSync` that takes a path through a file for one where nothing is. */
function look(path: string): State {
  try {
    return stateOf(path);
  } catch (error) {
    return errnoOf(error) === "EACCES" ? "closed" : "none";
  }
}

/** True when the names differ by one letter added, left out, changed, or swapped with its neighbour. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  let back = 0;
  while (back < Math.min(a.length, b.length) - from && a.at(-1 - back) === b.at(-1 - back)) back += 1;
  const [left, right] = [a.slice(from, a.length - back), b.slice(from, b.length - back)];
  return left.length + right.length <= 2 || (left.length === 2 && left === [...right].reverse().join(""));
}

function nearNames(name: string, folders: readonly string[]): string[] {
  const names = folders.flatMap((folder) => {
    try {
      return readdirSync(folder);
    } catch {
      // Folders of PATH that do not exist are common.
      return [];
    }
  });
  const near = names.filter((one) => isNear(one, name) || one.replace(/[\d.]+$/, "") === name);
  return [...new Set(near)].slice(0, 5);
}

function adviceFor(program: string, folders: readonly string[]): string {
  if (/\s/.test(program)) {
    const [first = "", ...rest] = program.trim().split(/\s+/);
    const example = JSON.stringify({ program: first, args: rest });
    return `Give the program and its arguments apart, ${example}; a line for a shell goes to run_command.`;
  }
  const near = nearNames(program, folders);
  const also = near.length === 0 ? "" : `There are ${near.join(", ")}. `;
  return `${also}Install it, give its path, or use another program.`;
}

function refuseMissing(asked: Asked, folders: readonly string[]): Refusal {
  const shown = displayName(asked.program);
  const isPath = /[\\/]/.test(asked.program);
  const where = isAbsolute(asked.program) ? "" : " in the folder the command was to run in";
  const message = isPath
    ? `There is no program ${shown}${where}.`
    : `There is no program ${shown}: it is neither in the project's node_modules/.bin nor on PATH.`;
  return new Refusal("notFound", message, adviceFor(asked.program, folders));
}

function refuseFile(asked: Asked): Refusal {
  return new Refusal(
    "spawnFailed",
    `${displayName(asked.program)} is there, but it may not be run: its mode has no execute permission.`,
    `Run it with its interpreter (for example sh or node as the program), or give it the permission with chmod +x.`,
  );
}

/** A path that leads to something that cannot be a program at all, or where nobody may look. */
function refuseKind(asked: Asked, state: "folder" | "special" | "closed"): Refusal {
  if (state === "closed") {
    return new Refusal(
      "denied",
      `${displayName(asked.program)} cannot be run: a folder on the way to it may not be entered (EACCES).`,
      "Check the owner and mode of its folder, or use another program.",
    );
  }
  const kind = state === "folder" ? "a folder" : "no regular file (a device, a pipe or a socket)";
  return new Refusal(
    "notFound",
    `${displayName(asked.program)} is ${kind}, so it cannot be run; nothing was started.`,
    "Give the path of a program, or its name alone to have it looked for on PATH.",
  );
}

function pathOf(asked: Asked): string {
  const folders = variable(asked.env, "PATH")
    .split(delimiter)
    .filter((folder) => folder !== "");
  const isPath = /[\\/]/.test(asked.program);
  const bases = isPath
    ? [resolve(asked.cwd, asked.program)]
    : folders.map((folder) => join(resolve(asked.cwd, folder), asked.program));
  const paths = bases.flatMap((base) => endings(asked).map((end) => base + end));
  const runs = paths.find((path) => look(path) === "runs");
  if (runs !== undefined) return runs;
  if (paths.some((path) => look(path) === "file")) throw refuseFile(asked);
  const state = look(bases[0] ?? "");
  const isKnown = state === "folder" || state === "special" || state === "closed";
  throw isPath && isKnown ? refuseKind(asked, state) : refuseMissing(asked, folders);
}

/** The interpreter that a script's first line names by its path; undefined where there is none. */
function interpreterOf(path: string): string | undefined {
  const start = Buffer.alloc(256);
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    // It may be run and not read: the system knows what to do with it.
    return undefined;
  }
  try {
    const text = start.toString("latin1", 0, readSync(fd, start, 0, start.length, 0));
    return /^#![ \t]*(\/[^\s\0]*)/.exec(text)?.[1];
  } finally {
    closeSync(fd);
  }
}

/** The system says of such a script that the script itself does not exist. */
function refuseInterpreter(asked: Asked, path: string): void {
  const interpreter = isWindows ? undefined : interpreterOf(path);
  if (interpreter === undefined || look(interpreter) !== "none") return;
  throw new Refusal(
    "spawnFailed",
    `${displayName(asked.program)} cannot be run: its first line names ${displayName(interpreter)}, which does not exist here.`,
    "Install that interpreter, correct the first line, or run it with another one as the program.",
  );
}

/**
 * Finds the program on the PATH of its own environment, so that a missing one is told before anything starts.
 * @throws Refusal `notFound`, `denied`, `spawnFailed` (not executable, no interpreter), `invalidInput` (see {@link batchLine})
 */
export function findProgram(asked: Asked): Found {
  const path = pathOf(asked);
  refuseInterpreter(asked, path);
  const { args, isVerbatim } = asked;
  if (isWindows && !isVerbatim && /\.(?:cmd|bat)$/i.test(path)) {
    const program = variable(asked.env, "COMSPEC") || "cmd.exe";
    return { program, args: [...batchOptions, batchLine(path, args)], isVerbatim: true };
  }
  return { program: path, args, isVerbatim };
}
