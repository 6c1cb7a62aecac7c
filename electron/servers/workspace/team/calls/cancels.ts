/** Calls that run in this process, by what their client calls them, so that a later request can cancel one. */
export interface Cancels {
  /** @returns the call's signal, and what ends its entry */
  begin(key: string): { readonly signal: AbortSignal; end(): void };
  /** Cancels the call of that key; nothing where there is none here, or more than one. */
  cancel(key: string): void;
  /** Cancels all. */
  cancelAll(): void;
}

/** Makes an empty register. */
export function createCancels(): Cancels {
  const running = new Map<string, Set<AbortController>>();
  return {
    begin: (key) => {
      const controller = new AbortController();
      const known = running.get(key) ?? new Set();
      running.set(key, known.add(controller));
      return {
        signal: controller.signal,
        end: () => {
          known.delete(controller);
          if (known.size === 0 && running.get(key) === known) running.delete(key);
        },
      };
    },
    cancel: (key) => {
      const found = [...(running.get(key) ?? [])];
      // A client that uses one id twice at once gets neither cancelled: the wrong one would be worse.
      if (found.length === 1) found[0]?.abort();
    },
    cancelAll: () => {
      for (const controllers of running.values()) for (const one of controllers) one.abort();
    },
  };
}
