import { constants, lstatSync, mkdirSync, readlinkSync, symlinkSync, type Stats } from "node:fs";
import { chmod, copyFile, lchown, open, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf, Refusal } from "../outcome/index.ts";

async function keepOwner(path: string, stat: Stats): Promise<void> {
  try {
    await lchown(path, stat.uid, stat.gid);
  } catch (error) {
    // Only the superuser may give a file away; everybody else's copies are their own anyway.
    if (!["EPERM", "ENOSYS", "EINVAL"].includes(errnoOf(error))) throw error;
  }
}

async function copyOne(from: string, to: string, stat: Stats): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await keepOwner(to, stat);
  await chmod(to, stat.mode & 0o7777);
  await utimes(to, stat.atime, stat.mtime);
  const file = await open(to, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Copies a file, link or whole folder as it is: links as links, modes and times kept, every file flushed to disk. `to`
 * must not exist. Rejects at the first thing that cannot be copied, or when `signal` fires; what was made then remains.
 */
export async function copyTree(from: string, to: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new Refusal("timedOut", "The change was cancelled; nothing was changed.");
  const stat = lstatSync(from);
  if (stat.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
    await keepOwner(to, stat);
    return;
  }
  if (stat.isFile()) {
    await copyOne(from, to, stat);
    return;
  }
  if (!stat.isDirectory()) {
    throw new Refusal(
      "special",
      "It holds a pipe, socket or device, which cannot be copied to another device; nothing was changed.",
      "Move or delete the rest without it.",
    );
  }
  mkdirSync(to, { mode: 0o700 });
  for (const name of await readdir(from)) await copyTree(join(from, name), join(to, name), signal);
  await keepOwner(to, stat);
  await chmod(to, stat.mode & 0o7777);
  await utimes(to, stat.atime, stat.mtime);
}
