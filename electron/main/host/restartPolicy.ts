/** How long one waits before the host is started again: never over the second ARCH-01 grants. */
const delaysMs = [0, 300];
const windowMs = 60_000;

/**
 * Decides whether a host that died is started again: at once, then after a moment; the third death within a minute
 * ends it, because a host that dies each time would only keep the machine busy.
 */
export class RestartPolicy {
  #deaths: number[] = [];

  /** Notes a death at `at` (milliseconds). Answers the delay before the next start, or null: do not start again. */
  died(at: number): number | null {
    this.#deaths = [...this.#deaths.filter((death) => at - death < windowMs), at];
    return delaysMs[this.#deaths.length - 1] ?? null;
  }

  /** A person asked for another try. */
  forgive(): void {
    this.#deaths = [];
  }
}
