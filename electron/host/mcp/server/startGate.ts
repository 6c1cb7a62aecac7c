import type { Clock } from "../../ports.ts";

/** Who wants a start: a person, or the app for itself (with the app, after a crash). */
export type StartCause = "asked" | "byItself";

/** Gives a start's place back; a second time it does nothing. */
export type Leave = () => void;

const nothing: Leave = () => undefined;

/**
 * Bounds how many server processes start at once. Twenty that start together want the whole machine for seconds, the page is
 * not drawn meanwhile, and the last is ready little sooner for it. Whoever comes first goes first. A place is held until the
 * start is over, `holdMs` at most, so that nobody waits long behind a server that hangs.
 */
export class StartGate {
  readonly #clock: Clock;
  readonly #holdMs: number;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(clock: Clock, places: number, holdMs: number) {
    this.#clock = clock;
    this.#free = places;
    this.#holdMs = holdMs;
  }

  /** Resolves when it is this start's turn, or at once, without a place, when the signal fires. Never rejects. */
  async enter(signal: AbortSignal): Promise<Leave> {
    return (await this.#turn(signal)) ? this.#hold() : nothing;
  }

  #turn(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const take = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve(true);
      };
      const giveUp = (): void => {
        this.#waiting.delete(take);
        resolve(false);
      };
      this.#waiting.add(take);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  #hold(): Leave {
    const over = new AbortController();
    const leave = (): void => {
      if (over.signal.aborted) return;
      over.abort();
      this.#pass();
    };
    this.#clock
      .wait(this.#holdMs, over.signal)
      .then(leave)
      .catch((error: unknown) => {
        console.error("Passing a place to start on failed:", error);
      });
    return leave;
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/** Waits for the turn of a start; see {@link StartGate.enter}. */
export type Turn = (cause: StartCause, signal: AbortSignal) => Promise<Leave>;

/** One gate for what persons start and one for the rest: a click never waits behind what the app starts for itself. */
export const startTurns = (clock: Clock, places: number, holdMs: number): Turn => {
  const gates: Readonly<Record<StartCause, StartGate>> = {
    asked: new StartGate(clock, places, holdMs),
    byItself: new StartGate(clock, places, holdMs),
  };
  return (cause, signal) => gates[cause].enter(signal);
};
