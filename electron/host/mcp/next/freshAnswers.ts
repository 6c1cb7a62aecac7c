import { canonicalJson } from "../../../../shared/text/index.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** A server cannot pin an answer for longer. */
const LONGEST_MS = 24 * 60 * 60_000;
const MOST = 200;

const keepable = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/** Answers that the server said stay good for a while (`ttlMs`): asked again meanwhile, it is not troubled. */
export class FreshAnswers {
  readonly #kept = new Map<
    string,
    { readonly method: string; readonly answer: JsonObject; readonly until: number }
  >();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(method: string, params: JsonObject): JsonObject | null {
    const kept = this.#kept.get(this.#key(method, params));
    return kept !== undefined && kept.until > this.#now() ? kept.answer : null;
  }

  keep(method: string, params: JsonObject, answer: JsonObject): void {
    const ttlMs = answer["ttlMs"];
    if (!keepable.has(method) || typeof ttlMs !== "number" || !(ttlMs > 0)) return;
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= MOST && oldest.done === false) this.#kept.delete(oldest.value);
    const until = this.#now() + Math.min(ttlMs, LONGEST_MS);
    this.#kept.set(this.#key(method, params), { method, answer, until });
  }

  /** The server announced that answers whose method begins so have changed. */
  forget(prefix: string): void {
    for (const [key, { method }] of this.#kept) if (method.startsWith(prefix)) this.#kept.delete(key);
  }

  #key(method: string, params: JsonObject): string {
    const { _meta, ...rest } = params;
    return `${method} ${canonicalJson(rest)}`;
  }
}
