import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { Refusal } from "../outcome/index.ts";
import { displayName, isInside, type Root } from "../paths/index.ts";
import type { Repository } from "./types.ts";

/** What of a repository is read, where it exists. */
export const ownFiles = [
  "HEAD",
  "index",
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "ORIG_HEAD",
  "FETCH_HEAD",
];
export const commonFiles = ["packed-refs", "shallow", "info/exclude", "info/attributes"];
export const commonFolders = ["refs", "reftable", "logs"];

const deepestAlternate = 5;

function leads(shown: string, name: string): Refusal {
  return new Refusal(
    "outsideWorkspace",
    `The repository of ${shown} keeps a part of itself outside the workspace (${displayName(name)}), so the git tools do not read it.`,
    "Use run_command with git, which a person sees.",
  );
}

function checkLink(root: Root, folder: string, name: string, shown: string): void {
  const path = join(folder, name);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  // A link without a target holds nothing to read.
  if (existsSync(path) && !isInside(root.real, realpathSync.native(path))) throw leads(shown, name);
}

/** The stores that `objects/info/alternates` borrows from must be inside too, and theirs. */
function checkAlternates(root: Root, objects: string, shown: string, depth: number): void {
  const list = join(objects, "info", "alternates");
  if (lstatSync(list, { throwIfNoEntry: false })?.isFile() !== true) return;
  for (const line of readFileSync(list, "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const path = resolve(objects, line);
    if (!existsSync(path)) continue;
    const real = realpathSync.native(path);
    if (!isInside(root.real, real)) throw leads(shown, "objects/info/alternates");
    if (depth < deepestAlternate) checkAlternates(root, real, shown, depth + 1);
  }
}

/**
 * A repository may be made so that git reads other repositories of this machine through it: by links in its store, and by
 * borrowed stores.
 * @throws Refusal `outsideWorkspace` when a part of it leads out of the root
 */
export function checkStore(root: Root, repository: Repository): void {
  const { gitDir, commonDir, shown } = repository;
  for (const name of ownFiles) checkLink(root, gitDir, name, shown);
  for (const name of [...commonFiles, ...commonFolders, "objects", "info", "config"])
    checkLink(root, commonDir, name, shown);
  const objects = realpathSync.native(join(commonDir, "objects"));
  for (const folder of [objects, join(objects, "pack"), join(objects, "info")]) {
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) checkLink(root, folder, entry.name, shown);
    }
  }
  checkAlternates(root, objects, shown, 0);
}
