import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Everything below a folder: mode and content of files, modes of folders, targets of links; equal for equal trees. */
export function treeOf(root: string): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted()) {
    const path = join(root, name);
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) tree[name] = `link ${readlinkSync(path)}`;
    else if (stat.isDirectory()) tree[name] = `folder ${mode}`;
    else tree[name] = `file ${mode} ${stat.nlink} ${readFileSync(path, "base64")}`;
  }
  return tree;
}
