import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { errnoOf, formatBytes, Refusal } from "../outcome/index.ts";
import { locate, type Root } from "../paths/index.ts";

const largestBytes = 1024 * 1024;
/** Windows has neither flag; 0 leaves the others as they are. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The workspace root as detection sees it. */
export interface ProjectFolder {
  readonly root: Root;
  /** True when something of this name is there. */
  has(name: string): boolean;
  /** A text file of the root; undefined when there is none. @throws Refusal when it is there and cannot be read */
  read(name: string): string | undefined;
}

function refuse(name: string, why: string, cause?: unknown): Refusal {
  return new Refusal("invalidInput", `${name} cannot be read: ${why}`, "", cause);
}

function readText(root: Root, name: string): string | undefined {
  const place = locate(root, name);
  if (place.stat === undefined) return undefined;
  if (!place.stat.isFile()) throw refuse(name, "it is not a regular file");
  let fd: number;
  try {
    fd = openSync(place.real, flags);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw refuse(name, `the system does not allow it (${errnoOf(error)})`, error);
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw refuse(name, "it is not a regular file");
    if (stat.size > largestBytes) throw refuse(name, `it is larger than ${formatBytes(largestBytes)}`);
    return readFileSync(fd, "utf8").replace(/^\ufeff/, "");
  } finally {
    closeSync(fd);
  }
}

/** Looks at files right below the root, through the same checks as the file tools. */
export function openProjectFolder(root: Root): ProjectFolder {
  return {
    root,
    has: (name) => statSync(join(root.real, name), { throwIfNoEntry: false }) !== undefined,
    read: (name) => readText(root, name),
  };
}

/**
 * What tells that one of these files has come, gone or changed: never equal for two states that a detection could tell
 * apart, as far as the file system knows.
 */
export function fingerprint(root: Root, names: readonly string[]): string {
  return names
    .map((name) => {
      try {
        const stat = statSync(join(root.real, name), { bigint: true, throwIfNoEntry: false });
        return stat === undefined ? "-" : `${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}`;
      } catch (error) {
        // A link that leads back to itself, a folder above that may not be entered: as good as not there.
        return errnoOf(error);
      }
    })
    .join(" ");
}
