import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  openTestWorkspace,
  type TestWorkspace,
} from "../../../electron/servers/workspace/testing/testWorkspace.ts";

/** A workspace that is a git repository with one commit, and a file outside whose existence proves that something ran. */
export interface TestRepository extends Disposable {
  readonly workspace: TestWorkspace;
  readonly root: string;
  /** Folder beside the workspace; also the home of every git here. */
  readonly outside: string;
  /** Runs plain git in the workspace; throws when it fails. */
  readonly git: (...args: readonly string[]) => string;
  /** The same, however it ends. */
  readonly tryGit: (args: readonly string[], env?: Record<string, string>) => void;
  /** An executable that leaves the canary behind and passes its input on. */
  readonly trap: string;
  /** True when the trap was run since the last look. */
  readonly wasRun: () => boolean;
}

/** Makes the repository with `files` committed. `environment` is what the server sees beside PATH and HOME. */
export function openTestRepository(
  files: Record<string, string | Buffer>,
  environment: (root: string) => Record<string, string> = () => ({}),
): TestRepository {
  const base: Record<string, string> = { PATH: process.env["PATH"] ?? "" };
  // The environment is filled in once the folder is known; a scope reads it at each call.
  const workspace = openTestWorkspace(files, {}, { environment: base });
  const { root, outside } = workspace;
  Object.assign(base, { HOME: outside }, environment(root));
  const canary = join(outside, "canary");
  const trap = join(outside, "trap.sh");
  writeFileSync(trap, `#!/bin/sh\necho run >> '${canary}'\nexec cat 2>/dev/null\n`);
  chmodSync(trap, 0o755);
  const own = {
    PATH: process.env["PATH"] ?? "",
    HOME: outside,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.org",
    GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
    GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
  };
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", root, ...args], {
      env: own,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");
  return {
    workspace,
    root,
    outside,
    git,
    tryGit: (args, env = {}) => {
      spawnSync("git", ["-C", root, ...args], { env: { ...own, ...env }, stdio: "ignore", timeout: 20_000 });
    },
    trap,
    wasRun: () => {
      const was = existsSync(canary);
      rmSync(canary, { force: true });
      return was;
    },
    [Symbol.dispose]: () => workspace[Symbol.dispose](),
  };
}

/** Writes a file with its folders, anywhere. */
export function put(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
}
