import { Refusal } from "../outcome/index.ts";
import type { Place } from "../paths/index.ts";

/** Digits of a hash that a summary line shows, and the fewest a caller gives. */
const shownDigits = 12;
const prefix = "sha256:";

/** The start of a hash, enough to name one version of a file. */
export function shortHash(hash: string): string {
  return hash.slice(prefix.length, prefix.length + shownDigits);
}

/**
 * Holds a change against the version of the file it was made for.
 * @param given as a read said it, with or without `sha256:`, whole or its first 12 digits
 * @param now of the file as it is; null when there is none
 * @throws Refusal `stale` when it is another version, `invalidInput` when it is no hash
 */
export function checkBaseHash(place: Place, given: string, now: string | null): void {
  const digits = (given.startsWith(prefix) ? given.slice(prefix.length) : given).toLowerCase();
  if (!/^[0-9a-f]{12,64}$/.test(digits)) {
    throw new Refusal(
      "invalidInput",
      `base_hash ${JSON.stringify(given.slice(0, 80))} is no hash of a file.`,
      "Give the hash that read_file said, at least its first 12 digits, or leave base_hash out.",
    );
  }
  if (now?.slice(prefix.length).startsWith(digits) === true) return;
  const is = now === null ? "does not exist any more" : `is ${shortHash(now)} now`;
  throw new Refusal(
    "stale",
    `${place.shown} has changed on disk since it was ${digits.slice(0, shownDigits)}: it ${is}. Nothing was written.`,
    "Read it again and repeat the change with the new hash.",
  );
}
