import { closeSync, constants, lstatSync, mkdirSync, openSync, realpathSync, rmdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { errnoOf, Refusal } from "../outcome/index.ts";
import type { Root } from "../paths/index.ts";
import { pathOfDescriptor } from "./openRegular.ts";

/**
 * The folder a file is written into, held open. On Linux `child` goes through the descriptor, so that what happens to
 * the path meanwhile cannot lead a write elsewhere; other systems re-check the real path (`isStillThere`).
 */
export interface ParentFolder {
  readonly child: (name: string) => string;
  readonly isStillThere: () => boolean;
  /** Removes the folders that were made on the way, if they are empty. */
  readonly unmake: () => void;
  readonly close: () => void;
}

function changed(shown: string): Refusal {
  return new Refusal(
    "outsideWorkspace",
    `A folder on the way to ${shown} was replaced between the check and the write; nothing was written.`,
    "Look at the folder with list_files, then try again.",
  );
}

/** @param step the way to `path`, through an open descriptor where there is one */
function makeFolder(step: string, path: string, made: string[]): void {
  try {
    mkdirSync(step);
    made.push(path);
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
}

const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Opens folder after folder from the root, each below the open one and never through a link. */
function openByDescriptor(root: Root, names: readonly string[], shown: string): ParentFolder {
  let fd = openSync(root.real, folderFlags);
  const made: string[] = [];
  let path = root.real;
  try {
    for (const name of names) {
      const step = `/proc/self/fd/${fd}/${name}`;
      path = join(path, name);
      if (lstatSync(step, { throwIfNoEntry: false }) === undefined) makeFolder(step, path, made);
      const next = openSync(step, folderFlags);
      closeSync(fd);
      fd = next;
    }
    if (pathOfDescriptor(fd) !== path) throw changed(shown);
  } catch (error) {
    closeSync(fd);
    unmake(made);
    const errno = errnoOf(error);
    throw errno === "ELOOP" || errno === "ENOTDIR" ? changed(shown) : error;
  }
  return {
    child: (name) => `/proc/self/fd/${fd}/${name}`,
    isStillThere: () => pathOfDescriptor(fd) === path,
    unmake: () => unmake(made),
    close: () => closeSync(fd),
  };
}

function openByPath(root: Root, names: readonly string[], shown: string): ParentFolder {
  const made: string[] = [];
  let path = root.real;
  for (const name of names) {
    path = join(path, name);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) makeFolder(path, path, made);
    if (lstatSync(path).isDirectory()) continue;
    throw changed(shown);
  }
  const inode = lstatSync(path).ino;
  const isStillThere = (): boolean => realpathSync.native(path) === path && lstatSync(path).ino === inode;
  if (!isStillThere()) throw changed(shown);
  return {
    child: (name) => join(path, name),
    isStillThere,
    unmake: () => unmake(made),
    close: () => undefined,
  };
}

function unmake(made: readonly string[]): void {
  for (const path of made.toReversed()) {
    try {
      rmdirSync(path);
    } catch {
      // Something else is in it by now: it stays.
    }
  }
}

/** Whether this system shows descriptors as paths; found out once. */
let hasDescriptors: boolean | undefined;

/**
 * Opens the folder of `real` (an absolute path inside the root, links resolved), making missing folders.
 * @throws Refusal `outsideWorkspace` when a folder on the way has become a link since the check
 */
export function openParent(root: Root, real: string, shown: string): ParentFolder {
  const rel = relative(root.real, dirname(real));
  const names = rel === "" ? [] : rel.split(sep);
  hasDescriptors ??= pathOfDescriptor(0) !== undefined;
  return hasDescriptors ? openByDescriptor(root, names, shown) : openByPath(root, names, shown);
}
