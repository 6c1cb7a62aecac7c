import type { LoggedEvent } from "../../../shared/events/index.ts";
import type { EventListener } from "./types.ts";

/** Tells listeners of committed events, in order for each of them. */
export interface Listeners {
  add(listener: EventListener): () => void;
  /** Never throws. Events appended by a listener are told after those being told. */
  tell(events: readonly LoggedEvent[]): void;
}

/** Makes an empty list of listeners. */
export const createListeners = (): Listeners => {
  const listeners = new Set<EventListener>();
  const waiting: LoggedEvent[] = [];
  let isTelling = false;

  const tellOne = (event: LoggedEvent): void => {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        // The event is committed whatever a listener makes of it.
        console.error(`event log: a listener threw on ${event.type}`, error);
      }
    }
  };
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (events) => {
      if (listeners.size === 0) return;
      waiting.push(...events);
      if (isTelling) return;
      isTelling = true;
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) tellOne(event);
      isTelling = false;
    },
  };
};
