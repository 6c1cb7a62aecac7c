import { createHash, hash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  type Stats,
} from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { errnoOf, Refusal, refusalFromSystem } from "../outcome/index.ts";
import { displayName } from "../paths/index.ts";

/** Files up to this size are compared by content, larger ones by size and time of change. */
const hashedBytes = 4 * 1024 * 1024;
/** So much of a folder is compared by content; what comes after it by size and time of change. */
const hashedBytesOfFolder = 64 * 1024 * 1024;
/** More entries than this in one folder tree are not moved, deleted or compared by a file tool. */
const mostEntries = 200_000;
const entriesPerTurn = 500;

/** The content hash in a print of a file, or null when it was compared another way. */
export function hashInPrint(print: string | null): string | null {
  return print !== null && print.startsWith("sha256:") ? print : null;
}

/** One entry as it is on disk. */
export interface Survey {
  readonly entry: "file" | "folder" | "link" | "other";
  /** Equal for entries that hold the same: a file's content hash, a link's target, a digest of a folder's tree. */
  readonly print: string;
  /** Regular files in it (1 for a file) and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** Everything below a folder, relative to it with `/`. */
  readonly inside: readonly string[];
}

function printOfLarge(stat: Stats): string {
  return `large:${stat.size}:${Math.floor(stat.mtimeMs)}`;
}

function printOfFile(path: string, stat: Stats): string {
  if (stat.size > hashedBytes) return printOfLarge(stat);
  try {
    return hashOfFile(path);
  } catch (error) {
    // What may not be read may still be moved or deleted.
    if (errnoOf(error) === "EACCES") return printOfLarge(stat);
    throw error;
  }
}

function hashOfFile(path: string): string {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(fd).isFile())
      throw new Refusal("stale", "A file was replaced while it was being looked at.");
    return `sha256:${hash("sha256", readFileSync(fd), "hex")}`;
  } finally {
    closeSync(fd);
  }
}

interface Walked {
  hashed: number;
  files: number;
  bytes: number;
  readonly inside: string[];
  readonly digest: ReturnType<typeof createHash>;
}

function lineOf(rel: string, path: string, stat: Stats, into: Walked): string {
  if (stat.isDirectory()) return `d ${JSON.stringify(rel)}`;
  if (stat.isSymbolicLink()) return `l ${JSON.stringify([rel, readlinkSync(path)])}`;
  if (!stat.isFile()) return `o ${JSON.stringify(rel)}`;
  const isHashed = into.hashed + stat.size <= hashedBytesOfFolder;
  if (isHashed) into.hashed += stat.size;
  const print = isHashed ? printOfFile(path, stat) : printOfLarge(stat);
  return `f ${JSON.stringify([rel, stat.mode & 0o7777, print])}`;
}

async function walk(path: string, prefix: string, into: Walked): Promise<void> {
  const names = (await readdir(path)).toSorted();
  for (const name of names) {
    const rel = prefix === "" ? name : `${prefix}/${name}`;
    const child = join(path, name);
    const stat = lstatSync(child, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (into.inside.push(rel) > mostEntries) {
      throw new Refusal(
        "tooLarge",
        `The folder holds more than ${mostEntries} entries.`,
        "Do it in parts, or with run_command, which cannot be undone.",
      );
    }
    // Other calls of the server get their turn.
    if (into.inside.length % entriesPerTurn === 0) await setImmediate();
    into.digest.update(`${lineOf(rel, child, stat, into)}\n`);
    if (stat.isFile()) {
      into.files += 1;
      into.bytes += stat.size;
    }
    if (stat.isDirectory()) await walk(child, rel, into);
  }
}

/**
 * Looks at an entry without following links; undefined when there is none.
 * @throws Refusal `tooLarge` for a folder with more than 200,000 entries, `denied` for one that may not be read
 */
export async function survey(path: string): Promise<Survey | undefined> {
  try {
    return await look(path);
  } catch (error) {
    throw refusalFromSystem(error, "look through", displayName(basename(path)));
  }
}

async function look(path: string): Promise<Survey | undefined> {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isFile()) {
    return { entry: "file", print: printOfFile(path, stat), files: 1, bytes: stat.size, inside: [] };
  }
  const nothing = { files: 0, bytes: 0, inside: [] };
  if (stat.isSymbolicLink()) return { entry: "link", print: `link:${readlinkSync(path)}`, ...nothing };
  if (!stat.isDirectory()) return { entry: "other", print: "other", ...nothing };
  const into: Walked = { hashed: 0, files: 0, bytes: 0, inside: [], digest: createHash("sha256") };
  await walk(path, "", into);
  const { files, bytes, inside } = into;
  return { entry: "folder", print: `folder:${into.digest.digest("hex")}`, files, bytes, inside };
}

/** The print of a folder with nothing in it. */
export const emptyFolderPrint = `folder:${createHash("sha256").digest("hex")}`;
