import { structuredPatch } from "diff";
import type { JsonObject } from "../../../shared/contract/index.ts";

const SHOWN_LINES = 60;

/** One place in which two texts differ: the first line of the second text, and the lines that went and came. */
export interface Place {
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const plainEnds = (text: string): string => text.replace(/\r\n?/g, "\n");

/** Most differing lines that are compared in detail; beyond it the whole text counts as one place. */
const MAX_DIFFERENT = 4000;

/** All places in which two texts differ, top to bottom; line ends do not count as a difference. */
export const placesOf = (from: string, to: string): Place[] => {
  const [old, now] = [plainEnds(from), plainEnds(to)];
  const options = { context: 0, maxEditLength: MAX_DIFFERENT };
  const patch = structuredPatch("", "", old, now, undefined, undefined, options);
  if (patch === undefined) return [{ line: 1, removed: old.split("\n"), added: now.split("\n") }];
  return patch.hunks.map(({ newStart, lines }) => ({
    line: newStart,
    removed: lines.filter((line) => line.startsWith("-")).map((line) => line.slice(1)),
    added: lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1)),
  }));
};

const bounded = (lines: readonly string[], sign: string): string[] => {
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `${sign}${line}`);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`${sign}… ${more} more lines`] : [])];
};

const placeText = ({ line, removed, added }: Place, suffix = ""): string =>
  [`from line ${line}${suffix}:`, ...bounded(removed, "-"), ...bounded(added, "+")].join("\n");

interface Changed {
  readonly path: string;
  readonly before: string;
  readonly proposed: string;
  readonly applied: string;
}

/** A place of the proposal where the file stays as it was: the person refused that hunk. */
const isRefused = (place: Place, kept: readonly Place[]): boolean => {
  const end = place.line + place.added.length;
  return !kept.some(({ line, added }) =>
    added.length === 0 ? line >= place.line && line <= end : line < end && line + added.length > place.line,
  );
};

/** Tells the model what the user changed or refused in its proposal before it was applied (GOV-02). Empty when nothing differs. */
export const editedFilesText = (files: readonly Changed[]): string => {
  const parts = files
    .filter((file) => file.proposed !== file.applied)
    .map(({ path, before, proposed, applied }) => {
      const kept = placesOf(before, applied);
      const places = placesOf(proposed, applied).map((place) =>
        placeText(place, isRefused(place, kept) ? ", refused: this part stays as it was" : ""),
      );
      return `${path} (- your proposal, + what was applied):\n${places.join("\n")}`;
    });
  if (parts.length === 0) return "";
  return `The user changed your proposal before it was applied. The file now holds the user's version; read it again before you edit it further. Do not propose a refused part again unless you are asked to.\n${parts.join("\n")}\n\n`;
};

/** The same for edited arguments. */
export const editedArgumentsText = (ran: JsonObject): string =>
  `The user changed the arguments before it ran. What ran: ${JSON.stringify(ran)}\n\n`;
