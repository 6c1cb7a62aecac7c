import { fail, type Failure, type JsonObject } from "../../../../shared/contract/index.ts";
import type { ServerAsks } from "../asks.ts";
import { isJsonObject } from "../schema/index.ts";

/** JSON-RPC code of a call that the person must first do something on a page for (MCP 2025-11-25, URL elicitation). */
const PAGE_NEEDED = -32_042;
/** Pages that one refusal may put to the person. */
const MOST_PAGES = 3;

/** Puts the pages to the person that calls were refused for. Such a refusal waits for nobody: the call is made again later. */
export class NeededPages {
  readonly #asks: ServerAsks | undefined;
  readonly #waiting = new Set<string>();
  readonly #life = new AbortController();

  constructor(asks: ServerAsks | undefined) {
    this.#asks = asks;
  }

  /** The failure of a call that was refused for a page, or null for any other refusal. */
  refusal(server: string, tool: string, code: number, data: unknown): { ok: false; error: Failure } | null {
    const list = isJsonObject(data) ? data["elicitations"] : undefined;
    if (code !== PAGE_NEEDED || this.#asks === undefined || !Array.isArray(list)) return null;
    const pages = list.filter(isJsonObject).slice(0, MOST_PAGES);
    if (pages.length === 0) return null;
    for (const page of pages) this.#put(this.#asks, page);
    return fail(
      "unauthorized",
      `"${tool}" of the server "${server}" needs the user to do something on a web page first. The page is offered in the inbox and on the server's page. Call again when it is done.`,
      { key: "callNeedsPage", params: { server, tool } },
    );
  }

  #put(asks: ServerAsks, page: JsonObject): void {
    const key = String(page["url"]);
    if (this.#waiting.has(key)) return;
    this.#waiting.add(key);
    asks
      .elicit({ ...page, mode: "url" }, this.#life.signal)
      .finally(() => this.#waiting.delete(key))
      .catch((error: unknown) => console.error("putting a server's page to the person failed:", error));
  }

  /** The connection is over: nothing waits for these pages any more. */
  end(): void {
    this.#life.abort();
  }
}
