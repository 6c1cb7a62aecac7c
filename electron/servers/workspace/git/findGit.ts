import { execFile } from "node:child_process";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { Refusal } from "../outcome/index.ts";
import { isInside } from "../paths/index.ts";
import { perScope, type Scope } from "../protocol/index.ts";

/** The git of this machine. */
export interface Git {
  /** Absolute, never inside the workspace. */
  readonly program: string;
  /** PATH without the folders of the workspace: git looks up its own helpers there. */
  readonly path: string;
}

/** The first version that can be told to read no configuration but ours. */
const oldest = [2, 32] as const;
const run = promisify(execFile);

function pathOf(environment: NodeJS.ProcessEnv): string {
  const name = Object.keys(environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return environment[name] ?? "/usr/local/bin:/usr/bin:/bin";
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Not there, or not to be run.
    return false;
  }
}

/** The folders of PATH that a workspace cannot put programs into: absolute ones outside the root. */
function trustedFolders(scope: Scope): string[] {
  return pathOf(scope.environment)
    .split(delimiter)
    .filter((folder) => {
      if (!isAbsolute(folder)) return false;
      try {
        return !isInside(scope.root.real, realpathSync.native(folder));
      } catch {
        // A folder of PATH that does not exist holds no program.
        return false;
      }
    });
}

function missing(): Refusal {
  return new Refusal(
    "spawnFailed",
    "git is not installed: it was not found in any folder of PATH outside the workspace.",
    "A person can install it: on Debian or Ubuntu `sudo apt install git`, on macOS `xcode-select --install`, on Windows " +
      "`winget install Git.Git`. Until then look at files with read_file and search_code.",
  );
}

async function check(program: string, path: string): Promise<void> {
  const { stdout } = await run(program, ["--version"], { env: { PATH: path }, timeout: 5_000, cwd: "/" });
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
  const isNew = Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
  if (isNew) return;
  throw new Refusal(
    "spawnFailed",
    `git is too old (${stdout.trim()}); the git tools need ${oldest.join(".")} or newer.`,
    "A person can install a newer one from the system's packages or from git-scm.com.",
  );
}

async function find(scope: Scope): Promise<Git> {
  const folders = trustedFolders(scope);
  const name = process.platform === "win32" ? "git.exe" : "git";
  const program = folders.map((folder) => join(folder, name)).find(isProgram);
  if (program === undefined) throw missing();
  const git = { program, path: folders.join(delimiter) };
  try {
    await check(git.program, git.path);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new Refusal(
      "spawnFailed",
      `git is there (${program}) but cannot be run: ${detail}`,
      "A person has to repair it.",
      error,
    );
  }
  return git;
}

const found = perScope(() => ({ git: null as Git | null }));

/**
 * The git to use: from PATH but never from the workspace, where `node_modules/.bin/git` could be anything. Found once;
 * looked for again as long as there is none.
 * @throws Refusal `spawnFailed` when there is none, or one that is too old
 */
export async function findGit(scope: Scope): Promise<Git> {
  const kept = found(scope);
  kept.git ??= await find(scope);
  return kept.git;
}
