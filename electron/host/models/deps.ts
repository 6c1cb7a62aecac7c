import type { Clock } from "../ports.ts";

/** What a model adapter needs from outside. Only `apiKey` is secret: it goes into request headers and nowhere else. */
export interface ModelDeps {
  /** The provider's key; `null` where there is none (local servers need none). */
  readonly apiKey: string | null;
  readonly clock: Clock;
  /** Replaces the runtime's `fetch`. */
  readonly fetchImpl?: typeof fetch;
  /** Limits on silence; defaults in {@link defaultPatience}. */
  readonly patience?: Patience;
  /** Pause between two pieces of the demo model's text, in milliseconds. Default 12; 0 in tests. */
  readonly demoDelayMs?: number;
}

/** How long a silent server is waited for, in milliseconds. */
export interface Patience {
  /** From sending the request to the first byte of the answer: a local server may load a model first. */
  readonly firstByteMs: number;
  /** Between two pieces of a streamed answer. */
  readonly idleMs: number;
}

/** Five minutes to the first byte, two minutes of silence inside an answer. The runtime itself gives up connecting after 10 s. */
export const defaultPatience: Patience = { firstByteMs: 300_000, idleMs: 120_000 };
