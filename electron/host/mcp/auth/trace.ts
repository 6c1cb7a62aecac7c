import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { SignInStep } from "../../../../shared/contract/index.ts";

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
        const note = error instanceof Error ? error.message : String(error);
        this.add({ step, url: shown, isOk: false, note });
        throw error;
      }
    };
  }
}
