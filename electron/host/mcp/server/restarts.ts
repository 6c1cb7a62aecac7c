import type { Result } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import type { Clock } from "../../ports.ts";
import type { ServerLog } from "./serverLog.ts";

/** Ready for so long, a server starts its count of restarts anew. */
const STEADY_MS = 60_000;

/** What restarts need of the run they belong to. */
export interface RestartPorts {
  readonly clock: Clock;
  /** The pause before each restart; as many restarts as pauses. */
  readonly delaysMs: readonly number[];
  readonly log: ServerLog;
  /** Resolves when the server is ready or has failed; never rejects. */
  readonly start: () => Promise<Result<null>>;
  readonly onGivenUp: () => void;
}

/** Starts a server that crashed while in use again, with growing pauses, until the pauses are used up (MCP-06). */
export class Restarts {
  readonly #ports: RestartPorts;
  #total = 0;
  #attempts = 0;
  #planned: AbortController | null = null;

  constructor(ports: RestartPorts) {
    this.#ports = ports;
  }

  /** Restarts since the run was made. */
  get total(): number {
    return this.#total;
  }

  /** True from a crash until the server is ready again, given up, or the restarts were ended. */
  get isPlanned(): boolean {
    return this.#planned !== null;
  }

  /** Ends what is planned; a start that is under way is its run's to end. */
  end(): void {
    this.#planned?.abort();
    this.#planned = null;
  }

  /** A person starts it: what is planned ends, and all pauses stand to choice again. */
  anew(): void {
    this.end();
    this.#attempts = 0;
  }

  /** @param readyForMs how long the server was ready before it crashed */
  begin(readyForMs: number): void {
    if (readyForMs > STEADY_MS) this.#attempts = 0;
    this.end();
    this.#planned = new AbortController();
    this.#run(this.#planned.signal).catch((error: unknown) => {
      console.error("Restarting a server failed:", error);
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, delaysMs, log, start, onGivenUp } = this.#ports;
    for (;;) {
      const delayMs = delaysMs[this.#attempts];
      if (delayMs === undefined) break;
      log.say(
        remark("restarting", {
          seconds: delayMs / 1000,
          attempt: this.#attempts + 1,
          attempts: delaysMs.length,
        }),
      );
      await clock.wait(delayMs, signal);
      if (signal.aborted) return;
      this.#attempts++;
      this.#total++;
      const started = await start();
      if (signal.aborted) return;
      if (started.ok) {
        this.#planned = null;
        return;
      }
    }
    this.#planned = null;
    onGivenUp();
    log.say(remark("restartsOver"));
  }
}
