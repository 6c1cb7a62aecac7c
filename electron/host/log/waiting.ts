import type { LoggedEvent } from "../../../shared/events/index.ts";
import { asLogError, logError } from "./errors.ts";
import type { Timers } from "./types.ts";

/** Pauses between tries while another program holds the database, in milliseconds; the last one repeats. */
const PAUSES_MS = [10, 25, 50, 100, 200] as const;

/** Appends in line: see `appendWhenFree` of the log. */
export interface WaitingLine {
  /** Runs `attempt` now when nobody waits, else after those before it. */
  add(attempt: () => LoggedEvent[]): Promise<LoggedEvent[]>;
  isEmpty(): boolean;
  /** One more try, then whoever still waits is refused: the log closes. */
  close(): void;
}

interface Waiter {
  readonly attempt: () => LoggedEvent[];
  readonly resolve: (events: LoggedEvent[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes an empty line. */
export const createWaitingLine = (timers: Timers): WaitingLine => {
  const line: Waiter[] = [];
  let tries = 0;
  let cancel: (() => void) | undefined;

  /** True when the first in line is done with, well or badly; false when the database is still held. */
  const tryFirst = (waiter: Waiter): boolean => {
    try {
      const events = waiter.attempt();
      line.shift();
      waiter.resolve(events);
    } catch (error) {
      if (asLogError(error).kind === "locked") return false;
      line.shift();
      waiter.reject(asLogError(error));
    }
    return true;
  };
  const drain = (): void => {
    for (let first = line[0]; first !== undefined; first = line[0]) {
      if (!tryFirst(first)) {
        const pause = PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)] ?? 200;
        cancel = timers.after(pause, drain, "needed");
        return;
      }
      tries = 0;
    }
    cancel = undefined;
  };

  return {
    add: (attempt) =>
      new Promise((resolve, reject) => {
        line.push({ attempt, resolve, reject });
        if (line.length === 1 && cancel === undefined) drain();
      }),
    isEmpty: () => line.length === 0,
    close: () => {
      cancel?.();
      for (let first = line[0]; first !== undefined && tryFirst(first); first = line[0]);
      for (const waiter of line.splice(0)) waiter.reject(logError("closed"));
    },
  };
};
