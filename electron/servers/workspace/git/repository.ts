import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errnoOf, Refusal, refusalFromSystem } from "../outcome/index.ts";
import { displayName, isInside, isPlaceholder, locate, relativeName, type Root } from "../paths/index.ts";
import { checkStore } from "./store.ts";
import type { Repository } from "./types.ts";

/** A path of the model and the repository that it belongs to. */
export interface Tracked {
  readonly repository: Repository;
  /** Relative to the work tree with `/`; `.` for all of it. */
  readonly path: string;
  /** What is at the path; undefined when nothing is (a deleted file). */
  readonly stat: Stats | undefined;
}

const pointerBytes = 4096;
const shownRepositories = 8;

function statOf(path: string): Stats | undefined {
  try {
    return isPlaceholder(path) ? undefined : lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === "ENOTDIR") return undefined;
    throw refusalFromSystem(error, "look into", displayName(basename(dirname(path))));
  }
}

/** A small regular file's text; undefined where there is none. */
function pointer(path: string): string | undefined {
  const stat = statOf(path);
  return stat?.isFile() === true && stat.size <= pointerBytes ? readFileSync(path, "utf8").trim() : undefined;
}

function broken(shown: string, why: string): Refusal {
  return new Refusal(
    "notFound",
    `${shown} looks like a git repository but is none: ${why}.`,
    "A person can repair it, or remove .git.",
  );
}

/** Follows a link or pointer to a folder of git's, which must lie inside the root. */
function folderInside(root: Root, path: string, shown: string): string {
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch (cause) {
    throw broken(shown, `its folder ${displayName(path)} does not exist (${errnoOf(cause)})`);
  }
  if (isInside(root.real, real)) return real;
  throw new Refusal(
    "outsideWorkspace",
    `The repository of ${shown} is kept outside the workspace (a linked work tree or a submodule), so the git tools do not read it.`,
    "Open the folder that holds the whole repository as the workspace, or use run_command with git, which a person sees.",
  );
}

/** @returns undefined when `folder` is no work tree */
function repositoryAt(root: Root, folder: string): Repository | undefined {
  const dotGit = join(folder, ".git");
  const stat = statOf(dotGit);
  if (stat === undefined) return undefined;
  const rel = relativeName(root.real, folder);
  const shown = rel === "." ? "the workspace root" : `${displayName(rel)}/`;
  let target = dotGit;
  if (stat.isFile()) {
    const [, where] = /^gitdir: (.+)$/s.exec(pointer(dotGit) ?? "") ?? [];
    if (where === undefined) throw broken(shown, ".git is a file that names no folder");
    target = resolve(folder, where);
  }
  const gitDir = folderInside(root, target, shown);
  const common = pointer(join(gitDir, "commondir"));
  const commonDir = common === undefined ? gitDir : folderInside(root, resolve(gitDir, common), shown);
  if (pointer(join(gitDir, "HEAD")) === undefined) throw broken(shown, ".git has no HEAD");
  if (statOf(join(commonDir, "objects")) === undefined) throw broken(shown, ".git has no objects");
  const repository = { workTree: folder, shown, gitDir, commonDir };
  checkStore(root, repository);
  return repository;
}

function isRepository(folder: string): boolean {
  return statOf(join(folder, ".git")) !== undefined;
}

function repositoryAbove(root: Root): string | undefined {
  for (let folder = dirname(root.real); ; folder = dirname(folder)) {
    if (isRepository(folder)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function noRepository(root: Root, shown: string): Refusal {
  const what = shown === "." ? "The workspace" : shown;
  const above = repositoryAbove(root);
  if (above !== undefined) {
    return new Refusal(
      "outsideWorkspace",
      `${what} belongs to a git repository that starts above the workspace root, at ${displayName(above)}; the git tools read nothing outside the root.`,
      "Open that folder as the workspace, or use run_command with git, which a person sees.",
    );
  }
  const below = readdirSync(root.real, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isRepository(join(root.real, entry.name)))
    .map((entry) => displayName(entry.name));
  const advice =
    below.length > 0
      ? `There are repositories below: give one as path, ${below.slice(0, shownRepositories).join(", ")}.`
      : "Without one there is no history to look at. A person can make one with `git init` (in the sandbox a command cannot).";
  return new Refusal("notFound", `${what} is not in a git repository.`, advice);
}

/**
 * Finds the repository of a path: the nearest folder with `.git`, from the path up to the root and no further. Whoever
 * owns it does not matter: nothing it says is run (see `shadow.ts`).
 * @throws Refusal `notFound` (no repository, or a broken one), `outsideWorkspace` (path, or a part of the repository)
 */
export function findRepository(root: Root, input: string): Tracked {
  const place = locate(root, input);
  // A link is tracked as a link: only the folders before it are followed.
  const path =
    place.rel === "." ? root.real : join(locate(root, dirname(place.rel)).real, basename(place.rel));
  const stat = statOf(path);
  for (
    let folder = stat?.isDirectory() === true ? path : dirname(path);
    isInside(root.real, folder);
    folder = dirname(folder)
  ) {
    const repository = repositoryAt(root, folder);
    if (repository !== undefined) return { repository, path: relativeName(folder, path), stat };
  }
  throw noRepository(root, place.shown);
}
