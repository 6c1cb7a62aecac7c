/**
 * Longest a call may go on whatever progress it reports: this many times its limit, half an hour at least
 * (SEC-MCP-08).
 */
const TOTAL_FACTOR = 10;
const TOTAL_AT_LEAST_MS = 30 * 60_000;

/** Why a call was given up. */
export type GivenUp = { readonly why: "cancelled" } | { readonly why: "timedOut"; readonly afterMs: number };

/** What a {@link CallTimer} needs to know, times in milliseconds. */
interface Life {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxTotalMs?: number;
  /** True while the server waits for the person: its silence is not its own then. */
  readonly isHeldUp?: () => boolean;
  /** Called once at the limit; then only the total ends the call. */
  readonly onLate?: () => void;
}

/**
 * The life of one call: its own `AbortController`, its time limit, and the caller's signal. Progress starts
 * the limit anew, but never beyond the total. {@link end} must be called when the call is over.
 */
export class CallTimer {
  givenUp: GivenUp | null = null;
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal;
  readonly #timeoutMs: number;
  readonly #totalMs: number;
  readonly #isHeldUp: () => boolean;
  readonly #onLate: (() => void) | undefined;
  #isLate = false;
  readonly #startedAt = performance.now();
  #isOver = false;
  #timer: NodeJS.Timeout;

  constructor({ signal, timeoutMs, maxTotalMs, isHeldUp = () => false, onLate }: Life) {
    this.#signal = signal;
    this.#isHeldUp = isHeldUp;
    this.#onLate = onLate;
    this.#timeoutMs = timeoutMs;
    this.#totalMs = maxTotalMs ?? Math.max(timeoutMs * TOTAL_FACTOR, TOTAL_AT_LEAST_MS);
    this.#timer = setTimeout(this.#expire, Math.min(timeoutMs, this.#totalMs));
    signal.addEventListener("abort", this.#cancel);
  }

  /**
   * Aborts when the call is given up. Used for one request only: the SDK reports a cancellation for every
   * request that shared a signal.
   */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The server reported progress. */
  progressed(): void {
    if (this.#isOver || this.#isLate) return;
    const leftMs = this.#leftMs();
    if (leftMs > this.#timeoutMs) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#expire, Math.max(0, leftMs));
  }

  #leftMs(): number {
    return this.#totalMs - (performance.now() - this.#startedAt);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#signal.removeEventListener("abort", this.#cancel);
  }

  readonly #expire = (): void => {
    const leftMs = this.#leftMs();
    if (leftMs > 0 && !this.#isLate) {
      if (this.#isHeldUp()) {
        this.progressed();
        return;
      }
      if (this.#onLate !== undefined) {
        this.#isLate = true;
        this.#timer = setTimeout(this.#expire, leftMs);
        this.#onLate();
        return;
      }
    }
    this.givenUp = { why: "timedOut", afterMs: performance.now() - this.#startedAt };
    this.#controller.abort("The time limit of this call is over.");
  };

  readonly #cancel = (): void => {
    this.givenUp = { why: "cancelled" };
    this.#controller.abort("The caller cancelled this call.");
  };
}
