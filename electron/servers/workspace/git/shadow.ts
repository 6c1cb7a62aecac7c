import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errnoOf, Refusal } from "../outcome/index.ts";
import { displayName } from "../paths/index.ts";
import { perScope, type Scope } from "../protocol/index.ts";
import { commonFiles, commonFolders, ownFiles } from "./store.ts";
import type { Repository, StoreFormat } from "./types.ts";

/** A stand-in for a repository's `.git`, removed when it is disposed of. */
export interface Shadow extends Disposable {
  readonly gitDir: string;
  /** An empty file, for configuration that is not to be read. */
  readonly empty: string;
}

const folderOf = perScope((scope) => {
  const folder = join(scope.stateFolder, `git-${scope.serverMark}`);
  scope.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
});

function link(target: string, path: string, isFolder: boolean): void {
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  try {
    symlinkSync(target, path, isFolder ? "junction" : "file");
  } catch (error) {
    // Windows lets not everybody make links to files.
    if (isFolder || errnoOf(error) !== "EPERM") throw error;
    copyFileSync(target, path);
  }
}

function refuseOdd(repository: Repository, name: string): Refusal {
  return new Refusal(
    "special",
    `The repository of ${repository.shown} cannot be read: ${displayName(name)} in its .git is no regular file.`,
    "A person has to repair it. Until then look at the files themselves with read_file.",
  );
}

/**
 * Copies a file of the store, if there is one, without waiting for what may be a pipe by now. The time is kept: git takes a
 * file whose time is older than the index's for unchanged, so a younger index would hide changes made in the same second.
 */
function copy(repository: Repository, name: string, to: string): void {
  const from = join(repository.gitDir, name);
  if (!existsSync(from)) return;
  let fd: number;
  try {
    fd = openSync(from, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw errnoOf(error) === "ENXIO" ? refuseOdd(repository, name) : error;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw refuseOdd(repository, name);
    writeFileSync(to, readFileSync(fd), { mode: 0o600 });
    utimesSync(to, stat.atime, stat.mtime);
  } finally {
    closeSync(fd);
  }
}

function configOf({ objects, refs }: StoreFormat): string {
  const isPlain = objects === "sha1" && refs === "files";
  const core = `[core]\n\trepositoryformatversion = ${isPlain ? 0 : 1}\n\tbare = false\n`;
  if (isPlain) return core;
  const extensions = [
    ...(objects === "sha1" ? [] : [`\tobjectformat = ${objects}`]),
    ...(refs === "files" ? [] : [`\trefstorage = ${refs}`]),
  ];
  return `${core}[extensions]\n${extensions.join("\n")}\n`;
}

/**
 * Makes a `.git` of our own beside the real one: it shows the same objects and branches through links, and has nothing
 * else but the index. Whatever a repository's own configuration, hooks and nested configurations would make git run (filters,
 * text conversion, external diff, fsmonitor, signature checks, lazy fetches, …) is not forbidden one by one: git never
 * sees it. The index is a copy, since even `git diff` writes it when it finds that a file has only been touched.
 */
export function openShadow(scope: Scope, repository: Repository, format: StoreFormat): Shadow {
  const folder = folderOf(scope);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const gitDir = mkdtempSync(join(folder, "s-"));
  const empty = join(gitDir, "empty");
  try {
    fill(gitDir, repository, format, empty);
  } catch (error) {
    rmSync(gitDir, { recursive: true, force: true });
    throw error;
  }
  return { gitDir, empty, [Symbol.dispose]: () => rmSync(gitDir, { recursive: true, force: true }) };
}

function fill(gitDir: string, repository: Repository, format: StoreFormat, empty: string): void {
  writeFileSync(empty, "");
  writeFileSync(join(gitDir, "config"), configOf(format));
  const { gitDir: own, commonDir: common } = repository;
  for (const name of ownFiles) {
    if (name === "HEAD" || name === "index") copy(repository, name, join(gitDir, name));
    else link(join(own, name), join(gitDir, name), false);
  }
  for (const name of commonFiles) link(join(common, name), join(gitDir, name), false);
  for (const name of commonFolders) link(join(common, name), join(gitDir, name), true);
  // The rest of a split index lies beside it.
  for (const name of readdirSync(own).filter((one) => one.startsWith("sharedindex.")))
    copy(repository, name, join(gitDir, name));
  mkdirSync(join(gitDir, "refs"), { recursive: true });
}
