import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { isInside, relativeName, type Root } from "../paths/index.ts";

/** The folders above `real` that do not exist yet, relative to the root, outermost first. */
export function missingFolders(root: Root, real: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(real); isInside(root.real, folder); folder = dirname(folder)) {
    if (folder === root.real || lstatSync(folder, { throwIfNoEntry: false }) !== undefined) break;
    missing.unshift(relativeName(root.real, folder));
  }
  return missing;
}
