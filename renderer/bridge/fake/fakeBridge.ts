import type { AnyEventName, AnyRequestName, Answer, Bridge, Heard, Params } from "../types.ts";
import type { Result } from "../../../shared/contract/index.ts";
import { refusal } from "../refusal.ts";

type Handler = (params: never) => unknown;

/** A bridge without a host: tests and stories say what it answers and what it tells. */
export interface FakeBridge extends Bridge {
  /** Answers a request from now on; a handler returns a value, or a failed Result for a failure. */
  on<N extends AnyRequestName>(name: N, handler: (params: Params<N>) => Answer<N> | Result<Answer<N>>): void;
  /** {@link on} for handlers kept in a table. */
  answer(name: string, handler: Handler): void;
  /** Sends an event to every listener. */
  emit<N extends AnyEventName>(name: N, data: Heard<N>): void;
  /** Every request made so far, in order. */
  readonly asked: { readonly name: string; readonly params: unknown }[];
}

const isResult = (value: unknown): value is Result<never> =>
  typeof value === "object" && value !== null && "ok" in value && ("value" in value || "error" in value);

/** Makes an empty {@link FakeBridge}; what has no handler answers `notAvailable`. */
export const createFakeBridge = (): FakeBridge => {
  const handlers = new Map<string, Handler>();
  const listeners = new Map<string, Set<(data: never) => void>>();
  const asked: { name: string; params: unknown }[] = [];
  const answer = (name: string, handler: Handler): void => {
    handlers.set(name, handler);
  };
  return {
    asked,
    answer,
    on: (name, handler) => answer(name, handler),
    request: async (name, params) => {
      asked.push({ name, params });
      const handler = handlers.get(name);
      if (handler === undefined) return refusal("notAvailable", `Nothing answers ${name} here.`);
      const value = handler(params as never);
      return isResult(value) ? value : { ok: true, value: value as never };
    },
    subscribe: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
    emit: (name, data) => {
      for (const listener of listeners.get(name) ?? []) listener(data as never);
    },
  };
};
