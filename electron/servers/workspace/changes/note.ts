import { readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { errnoOf } from "../outcome/index.ts";

/** No system takes a longer link; some cut at 1,024. */
const linkBytes = 1_000;

/**
 * Writes a short text under a new name so that it is on disk before any later change of a name is. As the target of a
 * symbolic link it is part of the file system's own journal, which keeps that order without a flush of its own: a
 * flush would double the time of an edit. Where there are no links, and for a longer text, it is a flushed file.
 */
export function writeNote(path: string, text: string): void {
  if (process.platform !== "win32" && Buffer.byteLength(text) <= linkBytes) {
    try {
      symlinkSync(text, path);
      return;
    } catch (error) {
      if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "ENAMETOOLONG"].includes(errnoOf(error))) throw error;
    }
  }
  writeFileSync(path, text, { flag: "wx", mode: 0o600, flush: true });
}

/** Reads what `writeNote` wrote. Throws as `fs` does when it is not there. */
export function readNote(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    // EINVAL: it is no link; Windows says UNKNOWN.
    if (!["EINVAL", "UNKNOWN"].includes(errnoOf(error))) throw error;
    return readFileSync(path, "utf8");
  }
}
