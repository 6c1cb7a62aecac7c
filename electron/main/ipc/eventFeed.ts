const coalesceMs = 8;

/**
 * Joins the events of a moment into one message per page: a send costs more than what it carries (perf.md (d)). Order is
 * kept; nothing is dropped.
 */
export class EventFeed {
  readonly #send: (batch: string) => void;
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** `send` gets a JSON text: an array of `{"event","data"}`. */
  constructor(send: (batch: string) => void) {
    this.#send = send;
  }

  /** One event as JSON text. */
  readonly push = (text: string): void => {
    this.#waiting.push(text);
    this.#timer ??= setTimeout(() => this.#flush(), coalesceMs);
  };

  #flush(): void {
    this.#timer = null;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#send(`[${batch.join(",")}]`);
  }
}
