import type { Stats } from "node:fs";
import { Refusal } from "../outcome/index.ts";
import type { Place } from "./locate.ts";

/** "a folder", "a named pipe", … */
export function kindOf(stat: Stats): string {
  if (stat.isFile()) return "a file";
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a named pipe";
  if (stat.isSocket()) return "a socket";
  if (stat.isCharacterDevice() || stat.isBlockDevice()) return "a device";
  return "a special file";
}

/** The refusal of a place where a folder was wanted. */
export function refuseNoFolder(place: Place & { readonly stat: Stats }): Refusal {
  return new Refusal(
    "invalidInput",
    `${place.shown} is not a folder, it is ${kindOf(place.stat)}.`,
    place.stat.isFile()
      ? "Use read_file to read a file."
      : "Give a folder; list_files shows which entries are.",
  );
}
