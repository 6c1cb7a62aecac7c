import { Refusal } from "../../outcome/index.ts";

/** How many calls may run and wait. */
export interface AdmissionLimits {
  readonly atOnce: number;
  /** Of these, how many one identity may hold. */
  readonly perIdentityAtOnce: number;
  readonly queued: number;
  readonly queueMs: number;
}

/** There is no room for a call now. */
export class Busy extends Refusal {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(
      "resourceExhausted",
      message,
      `Nothing was done. Try again in ${(retryAfterMs / 1_000).toFixed(1)} s.`,
    );
    this.retryAfterMs = retryAfterMs;
  }
}

interface Waiting {
  readonly identity: string;
  readonly start: () => void;
  readonly refuse: (why: string) => void;
}

/** Lets calls in, so many at once, in turn between identities. */
export interface Admission {
  /** Runs `work` when there is room. Rejects with Busy, or as `work` does. */
  run<T>(identity: string, work: () => Promise<T>): Promise<T>;
  counts(): { readonly running: number; readonly queued: number };
  /** Refuses all that wait, and all that come. */
  close(): void;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
}

const usualMs = 500;
const shortestRetryMs = 200;
const longestRetryMs = 15_000;

class Room implements Admission {
  readonly #limits: () => AdmissionLimits;
  readonly #running = new Map<string, number>();
  #total = 0;
  #waiting: Waiting[] = [];
  /** Identities in the order in which they were served last, the longest ago first. */
  #turns: string[] = [];
  #averageMs = usualMs;
  #isClosed = false;
  #onIdle: (() => void)[] = [];

  constructor(limits: () => AdmissionLimits) {
    this.#limits = limits;
  }

  counts(): { readonly running: number; readonly queued: number } {
    return { running: this.#total, queued: this.#waiting.length };
  }

  close(): void {
    this.#isClosed = true;
    for (const one of this.#waiting.splice(0)) one.refuse("The team server is about to end.");
  }

  async idle(): Promise<void> {
    if (this.#total > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  async run<T>(identity: string, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw this.#busy("The team server is about to end.");
    if (!this.#hasRoom(identity)) await this.#wait(identity);
    else this.#enter(identity);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#averageMs += (performance.now() - startedAt - this.#averageMs) / 16;
      this.#leave(identity);
    }
  }

  #runningOf(identity: string): number {
    return this.#running.get(identity) ?? 0;
  }

  #hasRoom(identity: string): boolean {
    const { atOnce, perIdentityAtOnce } = this.#limits();
    return this.#total < atOnce && this.#runningOf(identity) < perIdentityAtOnce;
  }

  #enter(identity: string): void {
    this.#total += 1;
    this.#running.set(identity, this.#runningOf(identity) + 1);
    this.#turns = [...this.#turns.filter((one) => one !== identity), identity];
  }

  #leave(identity: string): void {
    this.#total -= 1;
    const left = this.#runningOf(identity) - 1;
    if (left > 0) this.#running.set(identity, left);
    else this.#running.delete(identity);
    this.#startNext();
    this.#forgetTurns();
    if (this.#total === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #forgetTurns(): void {
    const isKnown = (one: string): boolean =>
      this.#running.has(one) || this.#waiting.some(({ identity }) => identity === one);
    this.#turns = this.#turns.filter(isKnown);
  }

  /** Of the identities that wait and may start, the one served longest ago; of its calls the oldest. */
  #startNext(): void {
    for (;;) {
      const able = this.#waiting.filter(({ identity }) => this.#hasRoom(identity));
      const turnOf = ({ identity }: Waiting): number => this.#turns.indexOf(identity);
      const next = able.reduce<Waiting | undefined>(
        (best, one) => (best === undefined || turnOf(one) < turnOf(best) ? one : best),
        undefined,
      );
      if (next === undefined) return;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#enter(next.identity);
      next.start();
    }
  }

  async #wait(identity: string): Promise<void> {
    const { queued, queueMs } = this.#limits();
    if (this.#waiting.length >= queued && !this.#makeRoom(identity))
      throw this.#busy("The team server is busy, and its queue is full.");
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => waiting.refuse(`No room came free within ${queueMs} ms.`), queueMs);
      const waiting: Waiting = {
        identity,
        start: () => {
          clearTimeout(late);
          resolve();
        },
        refuse: (why) => {
          clearTimeout(late);
          this.#waiting = this.#waiting.filter((one) => one !== waiting);
          reject(this.#busy(why));
        },
      };
      this.#waiting.push(waiting);
    });
  }

  /** Refuses the newest call of whoever waits with most, if that is at least two more than `identity` has waiting. */
  #makeRoom(identity: string): boolean {
    const counts = new Map<string, number>();
    for (const one of this.#waiting) counts.set(one.identity, (counts.get(one.identity) ?? 0) + 1);
    const [greediest, most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ["", 0] as [
      string,
      number,
    ]);
    if (most < (counts.get(identity) ?? 0) + 2) return false;
    this.#waiting
      .findLast((one) => one.identity === greediest)
      ?.refuse("The team server's queue is full, and others wait with fewer calls.");
    return true;
  }

  /** The hint grows with what is waiting, and is spread, so that those refused together do not come back together. */
  #busy(message: string): Busy {
    const rounds = (this.#waiting.length + 1) / Math.max(1, this.#limits().atOnce);
    const expected = Math.max(shortestRetryMs, this.#averageMs * rounds) * (0.75 + Math.random() / 2);
    return new Busy(message, Math.round(Math.min(longestRetryMs, expected)));
  }
}

/** @param limits asked each time, so that a changed policy counts at once */
export function createAdmission(limits: () => AdmissionLimits): Admission {
  return new Room(limits);
}
