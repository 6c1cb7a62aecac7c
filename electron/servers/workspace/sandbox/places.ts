import { realpathSync, statSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { isInside } from "../paths/index.ts";

/** Other people's homes, everybody's temporary files and doors (sockets), other disks. */
const systemFolders = ["/home", "/root", "/tmp", "/var/tmp", "/run", "/mnt", "/media"];

/** The folders of this system that a command is kept out of; real paths that exist. */
export interface Places {
  /** The person's home folder, by every name the system knows. */
  readonly homes: readonly string[];
  /** Hidden as a whole, homes and temporary folders among them; none lies in another. */
  readonly hidden: readonly string[];
}

function realFolder(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    // A user the system has no account for (containers).
    return "";
  }
}

/** Of some folders those that lie in no other of them. */
const outermost = (folders: readonly string[]): string[] =>
  folders.filter((folder) => !folders.some((other) => other !== folder && isInside(other, folder)));

/**
 * @param environment of the server
 * @param others more folders to hide; those that do not exist are left out
 */
export function findPlaces(environment: NodeJS.ProcessEnv, others: readonly string[]): Places {
  const real = (paths: readonly string[]): string[] => [
    ...new Set(
      paths
        .filter(isAbsolute)
        .map(realFolder)
        // A home at the top of the file system, as some services have it, cannot be hidden.
        .filter((path): path is string => path !== null && !isInside(path, "/usr")),
    ),
  ];
  const homes = real([environment["HOME"] ?? "", homedir(), accountHome()]);
  return { homes, hidden: outermost(real([...systemFolders, tmpdir(), ...homes, ...others])) };
}
