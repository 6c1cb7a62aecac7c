import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sandboxOf, type Wrapped } from "../../../electron/servers/workspace/sandbox/index.ts";
import {
  openTestWorkspace,
  type TestWorkspace,
} from "../../../electron/servers/workspace/testing/testWorkspace.ts";

/** What a program in the sandbox did. */
export interface Done {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A workspace in a home folder of its own, with the means to run things in its sandbox. */
export interface Sandboxed extends Disposable {
  readonly workspace: TestWorkspace;
  /** The person's home folder: the workspace lies in it. */
  readonly home: string;
  readonly putHome: (path: string, content: string) => void;
  readonly wrap: (program: string, args: readonly string[], options?: Options) => Promise<Wrapped>;
  /** Runs a line of bash to its end. */
  readonly sh: (line: string, options?: Options) => Promise<Done>;
  readonly exists: (path: string) => boolean;
}

interface Options {
  readonly network?: boolean;
  readonly env?: Record<string, string>;
}

/** Starts what `wrap` gave and waits for its end. */
async function finish(wrapped: Wrapped, cwd: string): Promise<Done> {
  const child = spawn(wrapped.program, wrapped.args, {
    cwd,
    env: wrapped.env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    return { code, stdout, stderr };
  } finally {
    wrapped.end();
  }
}

/** Opens a workspace whose home folder is a fresh one of the test's. */
export function openSandboxed(files: Record<string, string> = {}): Sandboxed {
  // Filled in below: the scope reads it when the sandbox is first used.
  const environment: NodeJS.ProcessEnv = { PATH: process.env["PATH"] ?? "" };
  const workspace = openTestWorkspace(files, {}, { environment });
  const home = dirname(workspace.root);
  environment["HOME"] = home;
  const { root, scope } = workspace;
  const wrap: Sandboxed["wrap"] = async (program, args, { network = false, env = {} } = {}) => {
    const whole = { PATH: environment["PATH"] ?? "", HOME: home, ...env };
    return await sandboxOf(scope).wrap({ program, args, cwd: root, env: whole, network });
  };
  return {
    workspace,
    home,
    putHome: (path, content) => {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), content);
    },
    wrap,
    sh: async (line, options) => await finish(await wrap("/bin/bash", ["-c", line], options), root),
    exists: (path) => existsSync(join(root, path)),
    [Symbol.dispose]: () => workspace[Symbol.dispose](),
  };
}
