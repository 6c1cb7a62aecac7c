import { lstatSync, readlinkSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errnoOf, Refusal, refusalFromSystem } from "../outcome/index.ts";
import { displayName } from "./display.ts";
import { checkSpelling } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Root } from "./root.ts";

/** A path that was proved to lie inside the root, links followed. */
export interface Place {
  /** Relative to the root with `/`, as it was spelled (links not followed); `.` for the root. */
  readonly rel: string;
  /** `rel`, safe to show on one line. */
  readonly shown: string;
  /** Absolute, every link resolved; for a missing file its existing part is resolved. */
  readonly real: string;
  /** Of the real file; undefined when there is none. */
  readonly stat: Stats | undefined;
}

/** The part of a normalised absolute path below a normalised root without its separator, when it is spelled below it. */
function below(root: string, path: string): string | undefined {
  if (path === root) return "";
  if (!path.startsWith(root)) return undefined;
  if (root.endsWith(sep)) return path.slice(root.length);
  return path[root.length] === sep ? path.slice(root.length + 1) : undefined;
}

/**
 * True when `path` is `root` or below it, compared by component (a sibling with the same prefix is not).
 * Both are absolute and normalised.
 */
export function isInside(root: string, path: string): boolean {
  if (below(root, path) !== undefined) return true;
  // Windows ignores case, and paths may lie on other drives.
  if (sep === "/") return false;
  const rel = relative(root, path);
  return rel === "" || (rel !== ".." && !rel.startsWith(`..${sep}`) && !isAbsolute(rel));
}

/** A path relative to the root, spelled with `/`. Both are absolute and normalised. */
export function relativeName(root: string, path: string): string {
  const rel = below(root, path) ?? relative(root, path);
  if (rel === "") return ".";
  return sep === "/" ? rel : rel.split(sep).join("/");
}

function outside(shown: string, why: string): Refusal {
  return new Refusal(
    "outsideWorkspace",
    `${shown} is outside the workspace: ${why}.`,
    "Give a path inside the workspace root, relative to it, for example src/app.ts; nothing else can be used.",
  );
}

/**
 * A path of the model as an absolute one, by its spelling alone: links are not looked at.
 * @throws Refusal `outsideWorkspace`
 */
export function lexicalPath(root: Root, input: string): string {
  const shown = JSON.stringify(input);
  if (isAbsolute(input)) {
    const path = resolve(input);
    if (isInside(root.real, path)) return path;
    if (isInside(root.given, path)) return join(root.real, relative(root.given, path));
    throw outside(shown, "it is an absolute path somewhere else");
  }
  const path = resolve(root.real, input);
  if (isInside(root.real, path)) return path;
  throw outside(shown, "it climbs above the root");
}

function realOrUndefined(path: string, shown: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return undefined;
    if (errno === "ELOOP") {
      throw new Refusal(
        "special",
        `${shown} is a link that leads back to itself.`,
        "Use the path of a real file; list_files shows what is there.",
        error,
      );
    }
    throw refusalFromSystem(error, "look up", shown);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // Nothing is there: no link either.
    return false;
  }
}

function refuseDanglingLink(root: Root, path: string, shown: string): void {
  if (!isLink(path)) return;
  const target = resolve(realpathSync.native(dirname(path)), readlinkSync(path));
  if (!isInside(root.real, target)) throw outside(shown, "a link on the way leads out of it");
  throw new Refusal(
    "notFound",
    `${shown} goes through a link whose target does not exist (${displayName(relativeName(root.real, target))}).`,
    "Create the target under its own path, or remove the link.",
  );
}

function rootGone(): Refusal {
  return new Refusal(
    "notFound",
    "The workspace root does not exist any more.",
    "Bring the folder back, or open another one.",
  );
}

/** Resolves the existing part of a missing path, which must be a folder inside the root. */
function locateMissing(root: Root, path: string, shown: string): string {
  if (path === root.real && !isLink(path)) throw rootGone();
  let ancestor = path;
  for (;;) {
    refuseDanglingLink(root, ancestor, shown);
    ancestor = dirname(ancestor);
    const real = realOrUndefined(ancestor, shown);
    if (real === undefined && ancestor !== root.real) continue;
    if (real === undefined) throw rootGone();
    if (!isInside(root.real, real)) throw outside(shown, "a link on the way leads out of it");
    if (!statSync(real).isDirectory()) {
      const name = displayName(relativeName(root.real, ancestor));
      throw new Refusal(
        "notFound",
        `There is no ${shown}: ${name} is a file, not a folder.`,
        "Use list_files to see what exists.",
      );
    }
    return join(real, relative(ancestor, path));
  }
}

/**
 * Resolves a path of the model against the root. Never opens anything.
 * @throws Refusal `invalidInput`, `outsideWorkspace`, `notFound` (broken link), `special` (link loop), `denied`
 */
export function locate(root: Root, input: string): Place {
  checkSpelling(input);
  const path = lexicalPath(root, input);
  const rel = relativeName(root.real, path);
  const shown = displayName(rel);
  const real = realOrUndefined(path, shown);
  if (real === undefined) return { rel, shown, real: locateMissing(root, path, shown), stat: undefined };
  if (!isInside(root.real, real)) throw outside(shown, "it is, or goes through, a link that leads out of it");
  if (/[\\/]$/.test(input) && !statSync(real).isDirectory()) {
    throw new Refusal("notFound", `${shown} is a file, not a folder.`, "Leave out the slash at the end.");
  }
  const stat = lstatSync(real, { throwIfNoEntry: false });
  const isThere = stat !== undefined && !isPlaceholder(real, stat);
  return { rel, shown, real, stat: isThere ? stat : undefined };
}

/** Names of ordinary characters, none of them `.` or `..`: nothing in such a spelling needs a second look. */
const plainSpelling = /^(?:(?!\.{1,2}(?:\/|$))[\w.-]+\/)*(?!\.{1,2}$)[\w.-]+$/;

/** The place of a plainly spelled path on whose way is no link; undefined for any other, and where nothing is. */
function plainPlace(root: Root, input: string): Place | undefined {
  if (sep !== "/" || root.real === "/" || !plainSpelling.test(input)) return undefined;
  let real = root.real;
  let stat: Stats | undefined;
  for (const name of input.split("/")) {
    if (stat?.isDirectory() === false) return undefined;
    real += `/${name}`;
    stat = lstatSync(real, { throwIfNoEntry: false });
    if (stat === undefined || stat.isSymbolicLink()) return undefined;
  }
  return stat?.isFile() === true ? { rel: input, shown: input, real, stat } : undefined;
}

/**
 * `locate` for a file that is opened by `openRegular` next, which proves where the descriptor itself lies: each name below
 * the root is looked at, and what is above the root is left to that proof.
 * @throws Refusal as `locate` does
 */
export function locateToOpen(root: Root, input: string): Place {
  try {
    const place = plainPlace(root, input);
    if (place !== undefined) return place;
  } catch {
    // Whatever it is, the whole look says it in words.
  }
  return locate(root, input);
}
