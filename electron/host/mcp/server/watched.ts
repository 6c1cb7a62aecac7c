import type { JsonObject, Remark } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import type { McpConnection, OfferMethod } from "../types.ts";

/** What is told of resources that are watched. */
interface Told {
  readonly onUpdated: (uri: string) => void;
  readonly warn: (what: Remark) => void;
}

/** Resources whose changes are to be told of. They outlive a connection: a server that was started anew knows nothing of them. */
export class Watched {
  readonly #uris = new Set<string>();

  /** A request about offers went through; that something is not watched any more counts also where it does not go through. */
  asked(method: OfferMethod, params: JsonObject): void {
    const { uri } = params as { readonly uri?: unknown };
    if (typeof uri !== "string") return;
    if (method === "resources/subscribe") this.#uris.add(uri);
    if (method === "resources/unsubscribe") this.#uris.delete(uri);
  }

  /** Whether changes of this are to be told of; a part of what is watched counts as well. */
  has(uri: string): boolean {
    return this.#uris.has(uri) || [...this.#uris].some((watched) => uri.startsWith(watched));
  }

  /** A person stopped the server: what was watched is over. */
  clear(): void {
    this.#uris.clear();
  }

  /** Watches everything on a new connection, and tells of each once: it may have changed meanwhile. Never rejects. */
  async again(connection: McpConnection, { onUpdated, warn }: Told): Promise<void> {
    for (const uri of [...this.#uris]) {
      // Given up while the ones before it were asked for.
      if (!this.#uris.has(uri)) continue;
      const answer = await connection.ask("resources/subscribe", { uri });
      if (answer.ok) {
        onUpdated(uri);
        continue;
      }
      // Nothing is known of it when the connection went away: the next one tries again.
      if (answer.error.code !== "unreachable") this.#uris.delete(uri);
      warn(remark("watchOver", { uri, cause: answer.error }));
    }
  }
}
