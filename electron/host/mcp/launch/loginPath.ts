import { execFile } from "node:child_process";
import { homedir, userInfo } from "node:os";
import { delimiter, join } from "node:path";

/** What the resolver asks of the system; injected so that tests own it. */
export interface LoginPathPorts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs a program and answers its stdout, or null when it failed or took longer than `timeoutMs`. */
  readonly run: (command: string, args: readonly string[], timeoutMs: number) => Promise<string | null>;
}

const FENCE = "__loopwright_path__";
const SHELL_TIMEOUT_MS = 5000;

const runProgram: LoginPathPorts["run"] = (command, args, timeoutMs) =>
  new Promise((resolve) => {
    const child = execFile(
      command,
      [...args],
      {
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        maxBuffer: 1_000_000,
        env: { ...process.env, TERM: "dumb" },
      },
      (error, stdout) => {
        resolve(error === null ? stdout : null);
      },
    );
    // A shell that asks something at start gets no answer instead of waiting for one.
    child.stdin?.end();
  });

const shellOf = (env: LoginPathPorts["env"]): string => {
  if (env["SHELL"]) return env["SHELL"];
  try {
    return userInfo().shell ?? "/bin/sh";
  } catch {
    return "/bin/sh";
  }
};

/** Where programs commonly are that a desktop session's short PATH leaves out. */
const usualFolders = (): string[] => [
  "/usr/local/bin",
  "/opt/homebrew/bin",
  join(homedir(), ".local", "bin"),
  "/usr/bin",
  "/bin",
];

const resolvePath = async ({ platform, env, run }: LoginPathPorts): Promise<string> => {
  const own = (env["PATH"] ?? env["Path"] ?? "").split(delimiter);
  if (platform === "win32") return own.join(delimiter);
  const output = await run(shellOf(env), ["-ilc", `printf '%s' "${FENCE}$PATH${FENCE}"`], SHELL_TIMEOUT_MS);
  const login = output?.split(FENCE)[1]?.split(":") ?? [];
  const all = [...login, ...own, ...usualFolders()].filter((folder) => folder.startsWith("/"));
  return [...new Set(all)].join(":");
};

/**
 * The PATH as the person's login shell has it (MCP-07): a desktop app is started with a short one that lacks
 * Homebrew, nvm, pyenv and the like. Asked once, then remembered; never rejects. Where the shell does not
 * answer within 5 s the process's own PATH is used, and the usual folders are added in any case.
 */
export const createLoginPath = (
  ports: LoginPathPorts = { platform: process.platform, env: process.env, run: runProgram },
): (() => Promise<string>) => {
  let answer: Promise<string> | null = null;
  return () => (answer ??= resolvePath(ports));
};
