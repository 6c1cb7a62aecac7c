import type { Result } from "../../shared/contract/index.ts";
import { refusal } from "./refusal.ts";
import type { AnyEventName, AnyRequestName, Answer, Bridge, Heard, Params, Unsubscribe } from "./types.ts";

/** What the preload script exposes: one function per request of the contract and a way to hear its events. */
interface Exposed {
  readonly requests: Readonly<Record<string, (params: unknown) => Promise<unknown>>>;
  on(name: string, listener: (data: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly loopwright?: Exposed;
  }
}

/** The bridge over the preload script; `undefined` where the page runs outside Loopwright. */
export const realBridge = (): Bridge | undefined => {
  const exposed = typeof window === "undefined" ? undefined : window.loopwright;
  if (exposed === undefined) return undefined;
  return {
    request: async <N extends AnyRequestName>(name: N, params: Params<N>): Promise<Result<Answer<N>>> => {
      const ask = exposed.requests[name];
      if (ask === undefined) return refusal("notAvailable", `This window does not know the request ${name}.`);
      try {
        return (await ask(params)) as Result<Answer<N>>;
      } catch (cause) {
        return refusal("internal", `The app did not answer ${name}. Restart Loopwright if this goes on.`, {
          key: "noAnswer",
          params: { name },
          detail: String(cause),
        });
      }
    },
    subscribe: <N extends AnyEventName>(name: N, listener: (data: Heard<N>) => void): Unsubscribe =>
      exposed.on(name, (data) => listener(data as Heard<N>)),
  };
};
