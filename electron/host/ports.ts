import { randomFillSync } from "node:crypto";

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

/** Bytes of one id, and of as many as are drawn from the system at once: a draw costs as much as fifty ids. */
const ID_BYTES = 10;
const POOL_BYTES = 128 * ID_BYTES;

function pooledIds(): NewId {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return (prefix) => {
    if (used === POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const id = pool.toString("base64url", used, used + ID_BYTES);
    used += ID_BYTES;
    return `${prefix}_${id}`;
  };
}

/** Random ids; base64url keeps them short and safe in file names and URLs. */
export const randomId: NewId = pooledIds();
