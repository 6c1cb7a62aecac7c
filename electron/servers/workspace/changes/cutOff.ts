import { renameSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../isAlive.ts";
import type { ChangeRecord } from "./record.ts";

/** Ends the name of a change that is recorded and not made yet. */
export const openSuffix = ".open";

/** The name of an entry without what marks it as open. */
export function baseOf(name: string): string {
  return name.replace(/(?:\.\d+)?\.open$/, "");
}

/** No change takes this long: one that does was cut off, whoever has its process number by now. */
const longestMs = 15 * 60_000;

/**
 * Takes a cut-off change over by a new name that says who has it: of several servers that start at once, one gets it.
 * Gives that name, or undefined when the change is on its way, somebody else has it, or it is gone.
 */
export function takeOver(folder: string, name: string, record: ChangeRecord): string | undefined {
  const owner = Number(/\.(\d+)\.open$/.exec(name)?.[1] ?? record.pid);
  if (isAlive(owner) && Date.now() - record.at < longestMs) return undefined;
  const taken = `${baseOf(name)}.${process.pid}${openSuffix}`;
  try {
    renameSync(join(folder, name), join(folder, taken));
    return taken;
  } catch {
    // Another server was quicker.
    return undefined;
  }
}
