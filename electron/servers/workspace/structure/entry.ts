import { lstatSync, readdirSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refusal, refusalFromSystem } from "../outcome/index.ts";
import {
  checkSpelling,
  displayName,
  gitArea,
  isPlaceholder,
  lexicalPath,
  locate,
  relativeName,
  type Root,
} from "../paths/index.ts";

/** A name in a folder inside the root: what stands there itself, a link not followed. */
export interface Entry {
  /** Relative to the root with `/`, links on the way resolved. */
  readonly rel: string;
  /** As it was asked for, safe to show on one line. */
  readonly shown: string;
  /** Absolute, links on the way resolved. */
  readonly real: string;
  /** Of the entry itself; undefined when there is none. */
  readonly stat: Stats | undefined;
}

function statOf(real: string, shown: string): Stats | undefined {
  try {
    return lstatSync(real, { throwIfNoEntry: false });
  } catch (error) {
    throw refusalFromSystem(error, "look up", shown);
  }
}

/**
 * Resolves a path to the entry itself: links on the way must stay inside the root, one at the end is not followed, so
 * that a link can be moved or deleted wherever it leads.
 * @throws Refusal `invalidInput` (also for the root itself), `outsideWorkspace`, `notFound`, `special`, `denied`
 */
export function locateEntry(root: Root, input: string): Entry {
  checkSpelling(input);
  const path = lexicalPath(root, input);
  if (path === root.real) {
    throw new Refusal(
      "invalidInput",
      "This is the workspace root itself, which stays as it is.",
      "Name a file or folder in it.",
    );
  }
  const parent = locate(root, dirname(path));
  if (parent.stat !== undefined && !parent.stat.isDirectory()) {
    throw new Refusal(
      "notFound",
      `There is no ${JSON.stringify(input)}: ${parent.shown} is a file, not a folder.`,
    );
  }
  const name = basename(path);
  const real = join(parent.real, name);
  const shown = displayName(parent.rel === "." ? name : `${parent.rel}/${name}`);
  const stat = isPlaceholder(real) ? undefined : statOf(real, shown);
  return { rel: relativeName(root.real, real), shown, real, stat };
}

/** What stands at a recorded path, which has no link on its way. @throws Refusal `stale` when one has come into it */
export function entryAt(root: Root, rel: string): Entry {
  const entry = locateEntry(root, rel);
  if (entry.rel === rel) return entry;
  throw new Refusal(
    "stale",
    `A folder on the way to ${displayName(rel)} is a link now; nothing was changed.`,
    "Look at it with list_files.",
  );
}

/** True when both spell one entry of a file system that does not tell upper from lower case. */
export function isOtherSpelling(from: Entry, to: Entry): boolean {
  const isSame = from.stat !== undefined && from.stat.ino === to.stat?.ino && from.stat.dev === to.stat.dev;
  if (!isSame || from.real === to.real || dirname(from.real) !== dirname(to.real)) return false;
  return !readdirSync(dirname(to.real)).includes(basename(to.real));
}

/** Git's own store is no place for a file tool. @throws Refusal `denied` */
export function refuseGit(entry: Pick<Entry, "rel" | "shown">): void {
  if (gitArea(entry.rel) === "none") return;
  throw new Refusal(
    "denied",
    `${entry.shown} belongs to git's own store; it is not changed by a file tool.`,
    "Use git itself with run_command, which a person sees.",
  );
}
