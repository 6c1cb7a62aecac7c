import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until there is an answer. Rejects after `limitMs` with what it waited for. */
export const until = async <T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  limitMs = 60_000,
  everyMs = 50,
): Promise<T> => {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`waited ${limitMs / 1000} s for ${what}`);
    await sleep(everyMs);
  }
};
