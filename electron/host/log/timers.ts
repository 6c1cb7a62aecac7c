import type { Timers } from "./types.ts";

/** The machine's timers. */
export const systemTimers: Timers = {
  after: (ms, fn, kind) => {
    const timer = setTimeout(fn, ms);
    if (kind === "background") timer.unref();
    return () => clearTimeout(timer);
  },
};
