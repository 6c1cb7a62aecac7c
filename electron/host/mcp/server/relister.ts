import type { Remark } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import type { Clock } from "../../ports.ts";

const FIRST_MS = 250;
const LONGEST_MS = 30_000;
const WARN_FROM_MS = 4000;
/** A listing that is put off for longer is not waited for. */
const PATIENCE_MS = 2000;
/** After so long without a change the pace starts anew. */
const QUIET_MS = 60_000;

/** What the relister does and tells. */
export interface RelisterPorts {
  readonly clock: Clock;
  /** Reads the list again. Never rejects. */
  readonly relist: () => Promise<void>;
  readonly warn: (what: Remark) => void;
  /** Aborted when the connection is over. */
  readonly signal: AbortSignal;
}

/**
 * Answers `list_changed` notifications with new listings, few of them: a burst gives one, and a server that
 * announces a change for every listing is read at twice the distance each time, up to 30 s (MC-10). The last
 * announcement is always followed by a listing.
 */
export class Relister {
  readonly #ports: RelisterPorts;
  #distanceMs = FIRST_MS;
  #lastAt = Number.NEGATIVE_INFINITY;
  #isBusy = false;
  #isAskedAgain = false;
  #hasWarned = false;
  #running = Promise.resolve();

  constructor(ports: RelisterPorts) {
    this.#ports = ports;
  }

  changed(): void {
    if (this.#isBusy) {
      this.#isAskedAgain = true;
      return;
    }
    this.#isBusy = true;
    this.#running = this.#run().catch((error: unknown) => {
      this.#ports.warn(remark("relistFailed", { reason: String(error) }));
    });
  }

  /** Resolves when what was announced until now has been read; at once where that is put off. Never rejects. */
  async settled(): Promise<void> {
    if (this.#isBusy && this.#distanceMs <= PATIENCE_MS) await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, relist, signal } = this.#ports;
    do {
      this.#pace();
      await clock.wait(this.#distanceMs, signal);
      if (signal.aborted) return;
      // What was announced while waiting is covered by the listing that starts now.
      this.#isAskedAgain = false;
      await relist();
      this.#lastAt = clock.now();
    } while (this.#isAskedAgain);
    this.#isBusy = false;
  }

  #pace(): void {
    const { clock, warn } = this.#ports;
    const isQuiet = clock.now() - this.#lastAt > QUIET_MS;
    this.#distanceMs = isQuiet ? FIRST_MS : Math.min(this.#distanceMs * 2, LONGEST_MS);
    if (this.#distanceMs < WARN_FROM_MS || this.#hasWarned) return;
    this.#hasWarned = true;
    warn(remark("relistSlow"));
  }
}
