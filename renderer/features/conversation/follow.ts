/** How close to the end counts as being at the end, in pixels. */
const NEAR = 32;

/** Where a scrolled area stands. */
export interface Position {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** Whether the view follows the end of what grows (UI-02). */
export interface Follow {
  readonly isFollowing: () => boolean;
  /** The area was scrolled, by whom ever. A move up ends following; a move down that reaches the end starts it. */
  scrolled(at: Position): void;
  /**
   * The reader starts to move up, by wheel or key. Told before anything moved: while text streams in, the next growth would
   * put the view back at the end before the move is seen.
   */
  leaving(at: Position): void;
  /** The person wants the end: a click on "jump to latest", or a message sent. */
  follow(): void;
}

const isAtEnd = (at: Position): boolean => at.scrollHeight - at.scrollTop - at.clientHeight <= NEAR;

/** Starts at the end. A scroll event that content growing below caused is not a move of the reader's. */
export const createFollow = (changed: (isFollowing: boolean) => void): Follow => {
  let isFollowing = true;
  let last = -1;
  const set = (next: boolean): void => {
    if (next === isFollowing) return;
    isFollowing = next;
    changed(next);
  };
  return {
    isFollowing: () => isFollowing,
    scrolled: (at) => {
      const movedUp = last !== -1 && at.scrollTop < last - 1;
      last = at.scrollTop;
      if (movedUp) set(isFollowing && isAtEnd(at));
      else if (isAtEnd(at)) set(true);
    },
    leaving: (at) => {
      if (at.scrollTop > 0) set(false);
    },
    follow: () => set(true),
  };
};
