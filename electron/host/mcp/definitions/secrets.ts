import { fail, ok, type Result, type ServerId } from "../../../../shared/contract/index.ts";
import type { Keep, Kept } from "../auth/index.ts";
import type { SecretStore } from "../ports.ts";

const nameOf = (serverId: ServerId, slot: string): string => `server/${serverId}/${slot}`;

/** A slot as a person knows it: `env/TOKEN` is TOKEN. */
const shownName = (slot: string): string => slot.slice(slot.indexOf("/") + 1);

/**
 * Values of servers' environment variables and headers, by slot (`secretsOf`): written to the key store under a name of their own, read back at a
 * start, kept nowhere else. A value set a moment ago is used even while the key store is still writing it.
 */
export class ServerSecrets {
  readonly #store: SecretStore;
  readonly #writing = new Map<string, string>();

  constructor(store: SecretStore) {
    this.#store = store;
  }

  /**
   * Keeps the values. An empty value for a name that was there before means "unchanged", because lists show
   * every value as empty.
   */
  save(serverId: ServerId, values: Readonly<Record<string, string>>, before: readonly string[]): void {
    for (const [name, value] of Object.entries(values)) {
      if (value !== "" || !before.includes(name)) this.#put(nameOf(serverId, name), value);
    }
    for (const name of before) if (!(name in values)) this.#put(nameOf(serverId, name), null);
  }

  #put(key: string, value: string | null): void {
    if (value === null) this.#writing.delete(key);
    else this.#writing.set(key, value);
    this.#store.put(key, value).then(
      () => {
        if (this.#writing.get(key) === value) this.#writing.delete(key);
      },
      (error: unknown) => {
        // The value stays in memory: it works until the host ends, and the next start says that it is missing.
        console.error(`The key store did not take ${key}: ${String(error)}`);
      },
    );
  }

  /** Where a server's sign-in is kept. */
  keepOf(serverId: ServerId): Keep {
    const key = `server/${serverId}/signIn`;
    return {
      get: async () => {
        const text = this.#writing.get(key) ?? (await this.#getOrNull(key));
        try {
          return text === null ? {} : (JSON.parse(text) as Kept);
        } catch {
          return {};
        }
      },
      set: (kept) => {
        this.#put(key, kept === null ? null : JSON.stringify(kept));
        return Promise.resolve();
      },
    };
  }

  /** Forgets all values of a server. */
  forget(serverId: ServerId, names: readonly string[]): void {
    for (const name of names) this.#put(nameOf(serverId, name), null);
  }

  /** The values by slot; a failure names the ones that are missing. */
  async read(
    serverId: ServerId,
    serverName: string,
    names: readonly string[],
  ): Promise<Result<Record<string, string>>> {
    const values: Record<string, string> = {};
    const missing: string[] = [];
    for (const name of names) {
      const key = nameOf(serverId, name);
      const value = this.#writing.get(key) ?? (await this.#getOrNull(key));
      if (value === null) missing.push(shownName(name));
      else values[name] = value;
    }
    if (missing.length === 0) return ok(values);
    const list = missing.join(", ");
    return fail(
      "unauthorized",
      `The server "${serverName}" needs ${list}, but the key store has no value for it. Enter it again in the server's settings.`,
      { key: "serverSecretMissing", params: { server: serverName, names: list } },
    );
  }

  async #getOrNull(key: string): Promise<string | null> {
    try {
      return await this.#store.get(key);
    } catch (error) {
      console.error(`The key store did not give ${key}: ${String(error)}`);
      return null;
    }
  }
}
