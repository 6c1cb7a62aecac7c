import {
  fail,
  ok,
  type Result,
  type ServerDefinition,
  type ServerId,
  type ServerInfo,
} from "../../../shared/contract/index.ts";
import { configHashOf, Consents, needsConsent, type Definitions } from "./definitions/index.ts";
import type { ManagerPorts } from "./ports.ts";

/** Holds servers to what a person agreed to, and says so in the log (SEC-MCP-04). */
export class Agreements {
  readonly #ports: Pick<ManagerPorts, "onEvent">;
  readonly #definitions: Definitions;
  readonly #consents: Consents;

  constructor(ports: Pick<ManagerPorts, "onEvent" | "store">, definitions: Definitions) {
    this.#ports = ports;
    this.#definitions = definitions;
    this.#consents = new Consents(ports.store);
  }

  /** Takes a definition as agreed to: whoever adds or changes a server by hand was shown it in full before. */
  take(serverId: ServerId, definition: ServerDefinition): void {
    this.#consents.agree(serverId, definition);
  }

  /** Asks again, though nothing that a hash covers has changed. */
  end(serverId: ServerId): void {
    this.#consents.end(serverId);
  }

  forget(serverId: ServerId): void {
    this.#consents.forget(serverId);
  }

  /** Agrees to a server as it was shown; `stale` when it is another one by now. */
  agree(serverId: ServerId, configHash: string): Result<null> {
    const definition = this.#definitions.get(serverId);
    if (!definition || configHashOf(definition) !== configHash)
      return fail("stale", "The server has changed since it was shown. Read it again before you agree.", {
        key: "serverConsentStale",
      });
    this.#consents.agree(serverId, definition);
    this.#ports.onEvent("server.agreed", { serverId, name: definition.name, configHash });
    return ok(null);
  }

  /** Why a server may not start, logged; null when it may. */
  refusal(serverId: ServerId, definition: ServerDefinition): Result<never> | null {
    const open = this.#consents.open(serverId, definition);
    if (open === undefined) return null;
    const { name } = definition;
    const agreedHash = open.agreed === null ? null : configHashOf(open.agreed);
    this.#ports.onEvent("server.configChanged", { serverId, name, agreedHash, configHash: open.configHash });
    return needsConsent(name, open.agreed !== null);
  }

  /** A server as it is told of: with where it came from, and what waits for consent. */
  shown(info: ServerInfo): ServerInfo {
    const definition = this.#definitions.get(info.serverId);
    if (definition === undefined) return info;
    const consent = this.#consents.open(info.serverId, definition);
    const { origin, callTimeoutMs } = definition;
    return {
      ...info,
      ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
      ...(origin === undefined ? {} : { origin }),
      ...(consent === undefined ? {} : { consent }),
    };
  }
}
