import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Larger files are told by size, times and place on disk: they are not read. */
const readBytes = 64 * 1024 * 1024;

/** What nobody may look into counts as empty: who runs the tests may be the one who may not. */
function orNothing<T>(look: () => T, nothing: T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return nothing;
    throw error;
  }
}

const namesIn = (folder: string): string[] => orNothing(() => readdirSync(folder).toSorted(), []);

function entryOf(path: string): string {
  const stat = lstatSync(path, { bigint: true });
  const about = `${stat.mode.toString(8)} ${stat.uid}:${stat.gid} ${stat.nlink} ${stat.ino}`;
  if (stat.isDirectory()) return `folder ${stat.mode.toString(8)} ${stat.uid}`;
  if (stat.isSymbolicLink()) return `link ${about} ${readlinkSync(path)}`;
  if (!stat.isFile()) return `special ${about} ${stat.rdev}`;
  const content =
    stat.size > readBytes
      ? `${stat.size} ${stat.blocks} ${stat.mtimeNs} ${stat.ctimeNs}`
      : createHash("sha256")
          .update(orNothing(() => readFileSync(path), Buffer.alloc(0)))
          .digest("hex");
  return `file ${about} ${stat.mtimeNs} ${content}`;
}

/**
 * Everything below a folder, each entry in one line: kind, mode, owner, inode, time, and content by its hash. Equal for a
 * tree in which nobody wrote, renamed or replaced anything. Never opens what is no regular file.
 */
export function byteTree(root: string): Record<string, string> {
  const tree: Record<string, string> = {};
  const walk = (prefix: string): void => {
    for (const name of namesIn(join(root, prefix))) {
      tree[prefix + name] = entryOf(join(root, prefix + name));
      if (lstatSync(join(root, prefix + name)).isDirectory()) walk(`${prefix}${name}/`);
    }
  };
  walk("");
  return tree;
}
