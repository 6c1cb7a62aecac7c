import { randomBytes } from "node:crypto";

/** Time as the host uses it; injected so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal fires. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Makes ids: a short prefix that says what it is, then 80 random bits. */
export type NewId = (prefix: string) => string;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener("abort", done, { once: true });
    }),
};

/** Random ids; base64url keeps them short and safe in file names and URLs. */
export const randomId: NewId = (prefix) => `${prefix}_${randomBytes(10).toString("base64url")}`;
