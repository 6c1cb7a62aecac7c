import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { SignInStep } from "../../../../shared/contract/index.ts";
import { networkReason } from "../networkReason.ts";
import { SignInFailed } from "./types.ts";

const MOST_STEPS = 60;

/** Address without what may be secret: the query. */
const shownUrl = (url: string | URL): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};

const stepOf = (url: string, method: string): SignInStep["step"] => {
  if (url.includes("/.well-known/oauth-protected-resource")) return "resource";
  if (url.includes("/.well-known/")) return "issuer";
  if (method === "POST" && /register/i.test(url)) return "register";
  return method === "POST" ? "token" : "request";
};

/** What the network said of a request of a sign-in, in words for the person; everything else as it is. */
export const inWords = (error: unknown, url: string | URL): unknown => {
  const network = networkReason(error);
  if (network === null) return error;
  const { code, reason, next, advice } = network;
  const { host } = new URL(url);
  return new SignInFailed(`${host} cannot be reached: ${reason} (${code}). ${advice}`, {
    name: "unreachable",
    params: { host, code, next },
  });
};

/** Keeps what happened in a sign-in, step by step, so that a failing one can be shown (MCP-03). */
export class SignInTrace {
  steps: SignInStep[] = [];
  readonly #now: () => number;
  readonly #onStep: () => void;

  constructor(now: () => number, onStep: () => void) {
    this.#now = now;
    this.#onStep = onStep;
  }

  /** A new sign-in begins. */
  begin(): void {
    this.steps = [];
  }

  add(step: Omit<SignInStep, "at">): void {
    if (this.steps.length >= MOST_STEPS) return;
    this.steps.push({ at: this.#now(), ...step });
    this.#onStep();
  }

  /** A step that ended with an error. */
  failed(step: SignInStep["step"], url: string, error: unknown): void {
    const note = error instanceof Error ? error.message : String(error);
    const why =
      error instanceof SignInFailed ? { why: { ...error.why, params: { ...error.why.params } } } : {};
    this.add({ step, url, isOk: false, note, ...why });
  }

  /** A fetch whose every request is a step. */
  watch(base: FetchLike): FetchLike {
    return async (url, init) => {
      const shown = shownUrl(url);
      const step = stepOf(shown, init?.method ?? "GET");
      try {
        const response = await base(url, init);
        this.add({ step, url: shown, status: response.status, isOk: response.ok });
        return response;
      } catch (error) {
        this.failed(step, shown, inWords(error, shown));
        throw error;
      }
    };
  }
}
