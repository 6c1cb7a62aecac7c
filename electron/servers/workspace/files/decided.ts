import { Refusal } from "../outcome/index.ts";
import type { Place } from "../paths/index.ts";
import type { DecidedFile } from "../protocol/index.ts";

/**
 * The content a person decided for the file of this call, or null when the call carries no decision.
 * @param baseHash of the file as it is now; null when there is none
 * @throws Refusal `invalidInput` for a decision about another file, `stale` when the file is no longer its base
 */
export function decidedContent(
  decided: readonly DecidedFile[] | null,
  place: Place,
  baseHash: string | null,
): string | null {
  if (decided === null) return null;
  const [file] = decided;
  if (file === undefined || decided.length > 1 || file.path !== place.rel) {
    const paths = decided.map((one) => JSON.stringify(one.path)).join(", ");
    throw new Refusal(
      "invalidInput",
      `The decision is about ${paths}, the call about ${place.shown}; nothing was written.`,
      "Repeat the call, so that the right change is shown.",
    );
  }
  if (file.baseHash === baseHash) return file.content;
  throw new Refusal(
    "stale",
    `${place.shown} has changed on disk since the change was shown; nothing was written.`,
    "Read the file again and repeat the change.",
  );
}
