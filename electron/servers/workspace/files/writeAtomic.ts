import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
  type Stats,
} from "node:fs";
import { basename, dirname } from "node:path";
import { errnoOf, Refusal, refusalFromSystem } from "../outcome/index.ts";
import type { Place, Root } from "../paths/index.ts";
import type { Hooks } from "../protocol/index.ts";
import { hashOf } from "./hash.ts";
import { openParent, type ParentFolder } from "./parentFolder.ts";
import { readAll } from "./readAll.ts";
import { sweepTemporaries, temporaryName } from "./temporaryFiles.ts";

const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlock = constants.O_NONBLOCK ?? 0;

/** What is written, and what must be on disk for that. */
export interface Write {
  readonly place: Place;
  readonly bytes: Buffer;
  /** Hash of the bytes that are replaced; null for a new file, which must not exist. */
  readonly baseHash: string | null;
  /** Those bytes themselves, where they are at hand: comparing them is cheaper than hashing. */
  readonly base?: Buffer | undefined;
  /** Keeps the file that is about to be replaced, by its path in the verified folder; throws when it cannot. */
  readonly keep?: (target: string, old: Stats) => void;
}

function stale(place: Place, why: string): Refusal {
  return new Refusal(
    "stale",
    `${place.shown} has changed on disk: ${why}.`,
    "Read it again and repeat the change. Nothing was written.",
  );
}

function isBase(bytes: Buffer, write: Write): boolean {
  return write.base === undefined ? hashOf(bytes) === write.baseHash : bytes.equals(write.base);
}

/** The present file's stat, if its bytes are the base. @throws Refusal `stale` otherwise */
function checkBase(path: string, write: Write): Stats | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | noFollow | nonBlock);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") {
      if (write.baseHash === null) return undefined;
      throw stale(write.place, "it does not exist any more");
    }
    if (errnoOf(error) === "ELOOP") throw stale(write.place, "it is a link now");
    throw error;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw stale(write.place, "it is no regular file any more");
    if (write.baseHash === null) throw stale(write.place, "it exists now");
    if (!isBase(readAll(fd, stat.size), write))
      throw stale(write.place, "its content is no longer what the change was made for");
    return stat;
  } finally {
    closeSync(fd);
  }
}

/** Gives the file the owner and group of the old one, as far as this user may; true when both are kept. */
function keepOwner(fd: number, old: Stats): boolean {
  const made = fstatSync(fd);
  if (made.uid === old.uid && made.gid === old.gid) return true;
  for (const uid of [old.uid, made.uid]) {
    try {
      fchownSync(fd, uid, old.gid);
      return uid === old.uid;
    } catch (error) {
      if (errnoOf(error) !== "EPERM") throw error;
    }
  }
  return false;
}

function writeTemporary(path: string, bytes: Buffer, old: Stats | undefined, hooks: Hooks): void {
  // As closed as the target from its first moment; a new file gets what the umask says.
  const mode = old === undefined ? 0o666 : old.mode & 0o600;
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, mode);
  try {
    const write = hooks.write ?? ((to, from, at) => writeSync(to, from, at));
    for (let at = 0; at < bytes.length;) at += write(fd, bytes, at);
    if (old !== undefined) {
      const isOwnerKept = keepOwner(fd, old);
      // A program that runs as its owner must not come to run as another one.
      fchmodSync(fd, old.mode & (isOwnerKept ? 0o7777 : 0o1777));
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Puts the temporary file in place; a new file never replaces one that came into being meanwhile. */
function install(temporary: string, target: string, write: Write): void {
  if (write.baseHash !== null) {
    renameSync(temporary, target);
    return;
  }
  try {
    linkSync(temporary, target);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "EEXIST") throw stale(write.place, "it exists now");
    // File systems without hard links (FAT, some network shares): the check just before has to do.
    if (errno === "ENOENT") throw error;
    renameSync(temporary, target);
    return;
  }
  unlinkSync(temporary);
}

function removeTemporary(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Never made, or already in place.
  }
}

/** What the new file takes from the old one must be the old one's still. @throws Refusal `stale` */
function checkTaken(place: Place, taken: Stats | undefined, now: Stats | undefined): void {
  const isSame = taken?.mode === now?.mode && taken?.uid === now?.uid && taken?.gid === now?.gid;
  if (!isSame) throw stale(place, "its mode or owner is another one now");
}

function writeInto(parent: ParentFolder, write: Write, hooks: Hooks): void {
  const target = parent.child(basename(write.place.real));
  const temporary = parent.child(temporaryName());
  const taken = write.baseHash === null ? undefined : write.place.stat;
  try {
    writeTemporary(temporary, write.bytes, taken, hooks);
    // Not before: a flush takes long enough for another program to write.
    const old = checkBase(target, write);
    checkTaken(write.place, taken, old);
    if (!parent.isStillThere()) {
      throw new Refusal(
        "outsideWorkspace",
        `The folder of ${write.place.shown} was moved during the write; nothing was changed.`,
        "Look with list_files where it is now, then repeat the change there.",
      );
    }
    if (old !== undefined) write.keep?.(target, old);
    install(temporary, target, write);
  } catch (error) {
    removeTemporary(temporary);
    throw error;
  }
}

/**
 * Writes a file as a whole or not at all: temporary file in the verified folder, fsync, rename; mode and owner kept.
 * @throws Refusal `stale`, `outsideWorkspace`, `full`, `denied`; the file is then as it was and nothing is left behind
 */
export function writeAtomic(root: Root, write: Write, hooks: Hooks): void {
  let parent: ParentFolder | undefined;
  try {
    parent = openParent(root, write.place.real, write.place.shown);
    sweepTemporaries(root, parent, dirname(write.place.real));
    writeInto(parent, write, hooks);
  } catch (error) {
    parent?.unmake();
    throw refusalFromSystem(error, "write", write.place.shown);
  } finally {
    parent?.close();
  }
}
