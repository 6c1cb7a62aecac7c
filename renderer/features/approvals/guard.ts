/** How long a new card ignores clicks and keys, in milliseconds (look.md, Approval). */
export const GUARD_MS = 500;

/** Protects a card from a click or key that was meant for what stood there before. */
export interface Guard {
  /** Whether the card has been in view long enough for a decision to be meant. */
  accepts(): boolean;
}

/** Starts the guard of a card that is shown now. `now` is a monotonic clock in milliseconds. */
export const startGuard = (now: () => number): Guard => {
  const shownAt = now();
  return { accepts: () => now() - shownAt >= GUARD_MS };
};
