import { hash } from "node:crypto";
import { z } from "zod";
import { fail, ServerDefinition, ServerId, type Result } from "../../../../shared/contract/index.ts";
import { canonicalJson, wellFormed } from "../../../../shared/text/index.ts";
import type { DefinitionStore } from "../ports.ts";

const KEY = "servers";

/** A server of the person's as it is kept: the definition with every environment value blanked. */
const StoredServer = z.object({ serverId: ServerId, definition: ServerDefinition });
export type StoredServer = z.infer<typeof StoredServer>;

/** Names that bundled servers use. */
const reserved = ["workspace", "knowledge"];

/** The definition as it may be kept, shown and hashed: environment variables by name only. */
export const withoutValues = (definition: ServerDefinition): ServerDefinition => {
  const { transport } = definition;
  if (transport.kind !== "stdio" || transport.env === undefined) return definition;
  const env = Object.fromEntries(Object.keys(transport.env).map((name) => [name, ""]));
  return { ...definition, transport: { ...transport, env } };
};

/** Names of the environment variables a definition sets. */
export const envNames = ({ transport }: ServerDefinition): string[] =>
  transport.kind === "stdio" ? Object.keys(transport.env ?? {}) : [];

/**
 * SHA-256 of how a server is started; trust is tied to it. Values of environment variables are no part of it:
 * it is written to the log.
 */
export const configHashOf = (definition: ServerDefinition): string => {
  const { name, transport } = withoutValues(definition);
  return `sha256:${hash("sha256", canonicalJson(wellFormed({ name, transport }).value))}`;
};

/**
 * The person's servers, kept in the settings store. Entries that cannot be read are left where they are
 * (MCP-09).
 */
export class Definitions {
  readonly #store: DefinitionStore;
  readonly #servers = new Map<ServerId, StoredServer>();
  readonly #unreadable: unknown[] = [];

  constructor(store: DefinitionStore) {
    this.#store = store;
    const kept = store.get(KEY);
    for (const entry of Array.isArray(kept) ? (kept as unknown[]) : []) {
      const server = StoredServer.safeParse(entry);
      if (server.success) this.#servers.set(server.data.serverId, server.data);
      else {
        this.#unreadable.push(entry);
        console.error(
          `A stored server definition cannot be read and is left alone: ${z.prettifyError(server.error)}`,
        );
      }
    }
  }

  all(): StoredServer[] {
    return [...this.#servers.values()];
  }

  get(serverId: ServerId): ServerDefinition | undefined {
    return this.#servers.get(serverId)?.definition;
  }

  /** Why a definition cannot be taken, or null. `serverId` is the one it replaces. */
  refusal(definition: ServerDefinition, serverId?: ServerId): Result<never> | null {
    const { kind } = definition.transport;
    if (kind === "http") {
      return fail(
        "notAvailable",
        "Servers reached by URL are not supported yet. Add one that is started by a command.",
        {
          key: "serverHttpNotYet",
        },
      );
    }
    if (kind === "bundled") {
      return fail(
        "notAvailable",
        "Bundled servers start by themselves with a workspace; there is nothing to add.",
        {
          key: "serverBundledStartsItself",
        },
      );
    }
    const name = definition.name.toLowerCase();
    const isTaken = this.all().some(
      (other) => other.serverId !== serverId && other.definition.name.toLowerCase() === name,
    );
    if (!isTaken && !reserved.includes(name)) return null;
    return fail("conflict", `There is a server named "${definition.name}" already. Choose another name.`, {
      key: "serverNameTaken",
      params: { name: definition.name },
    });
  }

  put(serverId: ServerId, definition: ServerDefinition): void {
    this.#servers.set(serverId, { serverId, definition: withoutValues(definition) });
    this.#save();
  }

  remove(serverId: ServerId): void {
    if (this.#servers.delete(serverId)) this.#save();
  }

  #save(): void {
    this.#store.set(KEY, [...this.all(), ...this.#unreadable]);
  }
}
