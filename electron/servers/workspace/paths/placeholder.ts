import { lstatSync, readdirSync, utimesSync, type Stats } from "node:fs";
import { Refusal } from "../outcome/index.ts";

/** No folder of a person's is that old to the second; putting anything into a folder changes its time. */
const markedTime = new Date(Date.UTC(2001, 1, 3, 4, 5, 6));

/** Marks an empty folder as one that only stands in the way of another thing while a command runs. Throws as `fs` does. */
export function markPlaceholder(path: string): void {
  utimesSync(path, markedTime, markedTime);
}

/**
 * Whether an empty folder stands there that some server (maybe one that was killed) has put in the way: there is then
 * nothing for whoever looks. The mark is in the folder itself, so that every server on this workspace knows it. Never throws.
 * @param known what `lstat` just said of it, where that is at hand
 */
export function isPlaceholder(path: string, known?: Stats): boolean {
  try {
    const stat = known ?? lstatSync(path);
    return stat.isDirectory() && stat.mtimeMs === markedTime.getTime() && readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

/** @throws Refusal `denied` when the place is kept free while a command runs */
export function refuseHeld(place: { readonly real: string; readonly shown: string }): void {
  if (!isPlaceholder(place.real)) return;
  throw new Refusal(
    "denied",
    `${place.shown} is kept from being made while a command runs, so that the command cannot make it; nothing was changed.`,
    "list_commands shows what runs: wait for its end, or end it with stop_command, then try again.",
  );
}
