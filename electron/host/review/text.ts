import type { ReviewFile } from "../../../shared/contract/index.ts";
import { placesOf } from "../loop/index.ts";

const SHOWN_PLACES = 40;

const advice =
  "Read it again before you edit it further, and do not put the reverted change back unless you are asked to.";

/** Where it differs now, by line numbers only: a file's own words do not belong into the user's mouth. */
const placesText = (from: string, to: string): string => {
  const places = placesOf(from, to);
  const shown = places
    .slice(0, SHOWN_PLACES)
    .map(
      ({ line, removed, added }) =>
        `line ${line} (${removed.length} of your lines went, ${added.length} came back)`,
    );
  const more = places.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more places`] : [])].join("; ");
};

/** What the model is told of a revert, with the user's next message. */
export const revertedText = (file: ReviewFile, content: string | null): string => {
  if (content === null)
    return `The user removed ${file.path}, which you had created. Do not create it again unless you are asked to.`;
  if (content === file.before)
    return `The user reverted your changes of ${file.path}: it holds again what it held before them. ${advice}`;
  return `The user reverted a part of your changes of ${file.path}, at ${placesText(file.after, content)}. ${advice}`;
};

/** What the model is told when nobody can say whether a revert took effect. */
export const unknownText = (path: string): string =>
  `The user asked to revert your changes of ${path}, and it is not known whether that took effect. Read it again before you edit it further.`;
