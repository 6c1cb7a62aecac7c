import { execFile } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "../paths/index.ts";
import type { NoSandboxCause } from "./types.ts";

const probeMs = 5_000;

/** A bubblewrap that works here. */
export interface Bubblewrap {
  readonly program: string;
  /** Whether it can forbid namespaces inside, by which a program could take itself out of some limits. */
  readonly canForbidNamespaces: boolean;
}

/** Why there is none, and what to do about it, in a person's words. */
export interface NoBubblewrap {
  readonly cause: NoSandboxCause;
  readonly reason: string;
}

/** What every sandbox of ours unshares; the network comes on top. */
export const namespaces = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"] as const;

const canRun = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const usual = ["/usr/bin", "/usr/local/bin", "/bin"] as const;

/** Never one of the workspace's own: it could be anything. */
function findProgram(path: string, realRoot: string, first: readonly string[]): string | null {
  const folders = [...first, ...path.split(delimiter)].filter(
    (folder) => isAbsolute(folder) && !isInside(realRoot, folder),
  );
  return folders.map((folder) => join(folder, "bwrap")).find(canRun) ?? null;
}

interface Tried {
  readonly isWorking: boolean;
  readonly said: string;
}

async function tryRun(program: string, args: readonly string[]): Promise<Tried> {
  const whole = [
    ...args,
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--",
    "/bin/sh",
    "-c",
    ":",
  ];
  return await new Promise((resolve) => {
    execFile(program, whole, { timeout: probeMs, killSignal: "SIGKILL", env: {} }, (error, _out, stderr) => {
      const said = stderr.trim().split("\n").at(-1) ?? "";
      resolve({ isWorking: error === null, said: said === "" ? (error?.message ?? "") : said });
    });
  });
}

function setting(name: string): string {
  try {
    return readFileSync(`/proc/sys/${name}`, "utf8").trim();
  } catch {
    return "";
  }
}

/** The switch of the system that forbids it, and the command that turns it. */
function blockedBy(): string {
  if (setting("kernel/apparmor_restrict_unprivileged_userns") === "1")
    return (
      "AppArmor forbids it to programs without a profile of their own (Ubuntu since 23.10). An administrator can allow " +
      "it: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
    );
  if (setting("kernel/unprivileged_userns_clone") === "0")
    return "An administrator can allow it: sudo sysctl -w kernel.unprivileged_userns_clone=1";
  if (setting("user/max_user_namespaces") === "0")
    return "An administrator can allow it: sudo sysctl -w user.max_user_namespaces=10000";
  return "Containers often forbid it; their operator can allow it.";
}

const isForbidden = (said: string): boolean =>
  /namespace|uid map|gid map|RTM_NEWADDR|Operation not permitted|Permission denied/i.test(said);

/**
 * Looks for a bubblewrap that really works, by starting a shell in it. Never rejects.
 * @param path folders to look in after the usual ones, as in `PATH`
 * @param first the usual ones
 */
export async function probeBubblewrap(
  path: string,
  realRoot: string,
  first: readonly string[] = usual,
): Promise<Bubblewrap | NoBubblewrap> {
  const program = findProgram(path, realRoot, first);
  if (program === null)
    return {
      cause: "missing",
      reason:
        "bubblewrap is not installed. Debian, Ubuntu: sudo apt install bubblewrap; Fedora: sudo dnf install bubblewrap; " +
        "Arch: sudo pacman -S bubblewrap. Then restart the workspace server.",
    };
  const strict = await tryRun(program, [
    ...namespaces,
    "--unshare-net",
    "--cap-drop",
    "ALL",
    "--disable-userns",
  ]);
  if (strict.isWorking) return { program, canForbidNamespaces: true };
  const plain = await tryRun(program, [...namespaces, "--unshare-net", "--cap-drop", "ALL"]);
  if (plain.isWorking) return { program, canForbidNamespaces: false };
  return isForbidden(plain.said)
    ? {
        cause: "blocked",
        reason: `this system does not let bubblewrap separate programs (${plain.said}). ${blockedBy()}`,
      }
    : {
        cause: "failed",
        reason: `${program} does not start (${plain.said}). Reinstalling bubblewrap may help.`,
      };
}
