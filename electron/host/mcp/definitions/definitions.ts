import { hash } from "node:crypto";
import { z } from "zod";
import {
  fail,
  ServerDefinition,
  ServerId,
  type OAuthSettings,
  type Result,
} from "../../../../shared/contract/index.ts";
import { canonicalJson, wellFormed } from "../../../../shared/text/index.ts";
import { parseAddress } from "../http/index.ts";
import { skeletonOf } from "../pins/index.ts";
import type { DefinitionStore } from "../ports.ts";

const KEY = "servers";

/** A server of the person's as it is kept: the definition with every environment value blanked. */
const StoredServer = z.object({ serverId: ServerId, definition: ServerDefinition });
export type StoredServer = z.infer<typeof StoredServer>;

/** What the transport itself sets; a second value would be joined to the first and break both. */
const ownHeaders = new Set(["accept", "content-type", "host", "mcp-session-id", "mcp-protocol-version"]);

const oddHeader = (headers: Readonly<Record<string, string>>): Result<never> | null => {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const isOdd = !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[\r\n\0]/.test(value);
    if (!isOdd && !ownHeaders.has(lower) && !seen.has(lower)) {
      seen.add(lower);
      continue;
    }
    return fail(
      "invalidInput",
      `The header ${JSON.stringify(name)} cannot be sent: it is malformed, set twice, or set by the connection itself. Change or remove it.`,
      { key: "serverHeader", params: { name } },
    );
  }
  return null;
};

/** Names that bundled servers use. */
const reserved = ["workspace", "knowledge"];

const blanked = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, ""]));

const withoutSecrets = ({ secrets, ...rest }: OAuthSettings): OAuthSettings =>
  secrets === undefined ? rest : { ...rest, secrets: blanked(secrets as Readonly<Record<string, string>>) };

/** The definition as it may be kept, shown and hashed: environment variables and headers by name only. */
export const withoutValues = (definition: ServerDefinition): ServerDefinition => {
  const { transport } = definition;
  if (transport.kind === "stdio" && transport.env !== undefined)
    return { ...definition, transport: { ...transport, env: blanked(transport.env) } };
  if (transport.kind !== "http") return definition;
  const { headers, oauth, ...rest } = transport;
  return {
    ...definition,
    transport: {
      ...rest,
      ...(headers === undefined ? {} : { headers: blanked(headers) }),
      ...(oauth === undefined ? {} : { oauth: withoutSecrets(oauth) }),
    },
  };
};

const slots = (kind: string, values: Readonly<Record<string, string | undefined>>): [string, string][] =>
  Object.entries(values).map(([name, value]) => [`${kind}/${name}`, value ?? ""]);

/** Values that belong in the key store, by slot: `env/NAME`, `header/NAME` or `oauth/NAME`. */
export const secretsOf = ({ transport }: ServerDefinition): Record<string, string> => {
  if (transport.kind === "stdio") return Object.fromEntries(slots("env", transport.env ?? {}));
  if (transport.kind === "bundled") return {};
  const { headers = {}, oauth } = transport;
  return Object.fromEntries([...slots("header", headers), ...slots("oauth", oauth?.secrets ?? {})]);
};

/**
 * SHA-256 of how a server is started and what it may; trust is tied to it. Values of environment variables are no part of it:
 * it is written to the log.
 */
export const configHashOf = (definition: ServerDefinition): string => {
  const { name, transport, fillsIn, isTrusted, sharesRoots } = withoutValues(definition);
  const standing = {
    ...(fillsIn === true ? { fillsIn } : {}),
    ...(isTrusted === true ? { isTrusted } : {}),
    ...(sharesRoots === true ? { sharesRoots } : {}),
  };
  return `sha256:${hash("sha256", canonicalJson(wellFormed({ name, transport, ...standing }).value))}`;
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
    this.read();
  }

  /** Takes what the store holds now. */
  read(): void {
    this.#servers.clear();
    this.#unreadable.length = 0;
    const kept = this.#store.get(KEY);
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
    const { transport } = definition;
    if (transport.kind === "http") {
      const address = parseAddress(transport.url);
      if (!address.ok) return address;
      const odd = oddHeader(transport.headers ?? {});
      if (odd !== null) return odd;
    }
    if (transport.kind === "bundled") {
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
    if (!isTaken && !reserved.includes(name)) return this.#mistakable(definition.name, serverId);
    return fail("conflict", `There is a server named "${definition.name}" already. Choose another name.`, {
      key: "serverNameTaken",
      params: { name: definition.name },
    });
  }

  /**
   * Refuses a new name that looks like another server's (`fiIes` beside `files`): cards, rules and tool names would be taken
   * for the other's. A name that was there before stays.
   */
  #mistakable(name: string, serverId: ServerId | undefined): Result<never> | null {
    if (serverId !== undefined && this.get(serverId)?.name === name) return null;
    const names = [
      ...this.all().flatMap((one) => (one.serverId === serverId ? [] : one.definition.name)),
      ...reserved,
    ];
    const other = names.find((one) => skeletonOf(one) === skeletonOf(name));
    if (other === undefined) return null;
    return fail(
      "conflict",
      `The name "${name}" looks like that of the server "${other}", so one could be taken for the other. Choose another name.`,
      { key: "serverNameAlike", params: { name, other } },
    );
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
