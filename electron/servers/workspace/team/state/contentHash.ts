import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { hash } from "node:crypto";
import { errnoOf } from "../../outcome/index.ts";

/** Larger ones are no file that was changed by text. */
const mostBytes = 64 * 1024 * 1024;

/**
 * `sha256:<hex>` of what lies at a real path now; null when nothing does, "other" when it is no plain file to read.
 * Follows no link at the end.
 */
export function contentHash(realPath: string): string | null {
  let fd: number;
  try {
    fd = openSync(realPath, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR" ? null : "other";
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > mostBytes) return "other";
    return `sha256:${hash("sha256", readFileSync(fd), "hex")}`;
  } finally {
    closeSync(fd);
  }
}
