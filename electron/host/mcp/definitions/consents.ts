import { z } from "zod";
import {
  fail,
  ServerDefinition,
  type Result,
  type ServerId,
  type ServerInfo,
} from "../../../../shared/contract/index.ts";
import type { DefinitionStore } from "../ports.ts";
import { configHashOf, withoutValues } from "./definitions.ts";

const KEY = "serverConsents";

/** What a person agreed to last. `isOver`: values that no hash shows were changed from outside since. */
const Stored = z.record(z.string(), z.object({ definition: ServerDefinition, isOver: z.boolean() }));

/**
 * What a person agreed to start, server by server, pinned by hash (SEC-MCP-04). Kept apart from the definitions, which may
 * be edited from outside: an edit there agrees to nothing.
 */
export class Consents {
  readonly #store: DefinitionStore;
  #agreed: z.infer<typeof Stored>;

  constructor(store: DefinitionStore) {
    this.#store = store;
    const kept = Stored.safeParse(store.get(KEY) ?? {});
    // What cannot be read was agreed to by nobody that we know of.
    this.#agreed = kept.success ? kept.data : {};
  }

  /** What is to be shown before the server may start; undefined when it was agreed to as it stands. */
  open(serverId: ServerId, definition: ServerDefinition): ServerInfo["consent"] {
    const known = Object.hasOwn(this.#agreed, serverId) ? this.#agreed[serverId] : undefined;
    const configHash = configHashOf(definition);
    if (known !== undefined && !known.isOver && configHashOf(known.definition) === configHash)
      return undefined;
    return { configHash, agreed: known?.definition ?? null, now: withoutValues(definition) };
  }

  agree(serverId: ServerId, definition: ServerDefinition): void {
    this.#save({ ...this.#agreed, [serverId]: { definition: withoutValues(definition), isOver: false } });
  }

  /** Asks again, though the hash is the same. */
  end(serverId: ServerId): void {
    const known = this.#agreed[serverId];
    if (known) this.#save({ ...this.#agreed, [serverId]: { ...known, isOver: true } });
  }

  forget(serverId: ServerId): void {
    this.#save(Object.fromEntries(Object.entries(this.#agreed).filter(([id]) => id !== serverId)));
  }

  #save(next: z.infer<typeof Stored>): void {
    this.#agreed = next;
    this.#store.set(KEY, next);
  }
}

/** Why a server that nobody agreed to as it stands is not started. */
export const needsConsent = (name: string, isChanged: boolean): Result<never> =>
  isChanged
    ? fail(
        "denied",
        `"${name}" is not started: how it is started is no longer what you agreed to. Compare both in its page and agree, or remove it.`,
        { key: "serverChangedSinceConsent", params: { name } },
      )
    : fail(
        "denied",
        `"${name}" is not started: nobody has agreed to how it is started. Read its command or address in full and agree, or remove it.`,
        { key: "serverNeedsConsent", params: { name } },
      );
