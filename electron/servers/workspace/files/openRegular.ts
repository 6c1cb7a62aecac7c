import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import { errnoOf, Refusal, refusalFromSystem } from "../outcome/index.ts";
import { kindOf, refuseMissing, type Place, type Root } from "../paths/index.ts";

/** Windows has neither flag; 0 leaves the others as they are. */
const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlock = constants.O_NONBLOCK ?? 0;

/** An open file that was proved to be the regular file the path check saw. The owner closes `fd`. */
export interface OpenFile {
  readonly fd: number;
  readonly stat: Stats;
}

/** @throws Refusal `notFound`, `isDirectory` or `special` unless the place holds a regular file */
export function assertRegular(root: Root, place: Place): Stats {
  const { stat, shown } = place;
  if (stat === undefined) throw refuseMissing(root, place);
  if (stat.isDirectory()) {
    throw new Refusal(
      "isDirectory",
      `${shown} is a folder, not a file.`,
      "Use list_files to see what is in it.",
    );
  }
  if (!stat.isFile()) {
    throw new Refusal(
      "special",
      `${shown} is not a regular file: it is ${kindOf(stat)}.`,
      "Use a regular file: list_files shows which entries are. It can be moved or deleted; what comes out of it is for run_command.",
    );
  }
  return stat;
}

/** The path under which the system has `fd` open, or undefined where it does not say (outside Linux). */
export function pathOfDescriptor(fd: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // No /proc here: the caller compares device and inode instead.
    return undefined;
  }
}

function isWhatWasChecked(fd: number, real: string, stat: Stats): boolean {
  const path = pathOfDescriptor(fd);
  if (path !== undefined) return path === real;
  const again = statSync(realpathSync.native(real));
  return realpathSync.native(real) === real && again.dev === stat.dev && again.ino === stat.ino;
}

/**
 * Opens a located file for reading without following a link, waiting for a pipe or trusting the earlier check: the
 * descriptor itself must be the regular file at the checked real path.
 * @throws Refusal `notFound`, `isDirectory`, `special`, `denied`, `outsideWorkspace` (swapped meanwhile)
 */
export function openRegular(root: Root, place: Place): OpenFile {
  assertRegular(root, place);
  let fd: number;
  try {
    fd = openSync(place.real, constants.O_RDONLY | noFollow | nonBlock);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") throw refuseMissing(root, place);
    throw refusalFromSystem(error, "read", place.shown);
  }
  const stat = fstatSync(fd);
  if (stat.isFile() && isWhatWasChecked(fd, place.real, stat)) return { fd, stat };
  closeSync(fd);
  throw new Refusal(
    "outsideWorkspace",
    `${place.shown} was replaced while it was being opened.`,
    "Read it again; if that stays so, look at its folder with list_files.",
  );
}
