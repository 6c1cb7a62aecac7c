import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Result, ServerDefinition, ServerId, ServerInfo } from "../../../shared/contract/index.ts";
import { fail } from "../../../shared/contract/index.ts";
import { keptFor, ServerAuth, type AuthConfig } from "./auth/index.ts";
import { secretsOf, type ServerSecrets } from "./definitions/index.ts";
import { createPatientFetch, parseAddress } from "./http/index.ts";
import type { ManagerPorts } from "./ports.ts";

type Sign = (send: FetchLike, aside: FetchLike) => FetchLike;

const hasOwnSignIn = (definition: ServerDefinition): boolean =>
  Object.keys(secretsOf(definition)).some((slot) => slot.toLowerCase() === "header/authorization");

/** The sign-ins of all servers that are reached by URL; they outlive connections. */
export class SignIns {
  readonly #ports: Pick<ManagerPorts, "asks" | "clock" | "onEvent">;
  readonly #secrets: ServerSecrets;
  readonly #onChanged: (serverId: ServerId) => void;
  readonly #all = new Map<ServerId, ServerAuth>();

  constructor(
    ports: Pick<ManagerPorts, "asks" | "clock" | "onEvent">,
    secrets: ServerSecrets,
    onChanged: (serverId: ServerId) => void,
  ) {
    this.#ports = ports;
    this.#secrets = secrets;
    this.#onChanged = onChanged;
  }

  info(serverId: ServerId): ServerInfo["signIn"] {
    return this.#all.get(serverId)?.info;
  }

  /** How requests of a server are signed; null where its own Authorization header does that. */
  signOf(
    serverId: ServerId,
    definition: ServerDefinition,
    url: URL,
    secrets: Readonly<Record<string, string>>,
  ): Sign | null {
    if (definition.transport.kind !== "http" || hasOwnSignIn(definition)) return null;
    const auth = this.#authOf(serverId, definition, url, secrets);
    return (send, aside) => auth.wrap(send, aside);
  }

  #authOf(...of: Parameters<SignIns["signOf"]>): ServerAuth {
    return this.#all.get(of[0]) ?? this.#create(...of);
  }

  #create(
    serverId: ServerId,
    definition: ServerDefinition,
    url: URL,
    secrets: Readonly<Record<string, string>>,
  ): ServerAuth {
    const { asks, clock } = this.#ports;
    const given = definition.transport.kind === "http" ? definition.transport.oauth : undefined;
    const own = Object.fromEntries(
      Object.entries(secrets)
        .filter(([slot, value]) => slot.startsWith("oauth/") && value !== "")
        .map(([slot, value]) => [slot.slice("oauth/".length), value]),
    );
    const config: AuthConfig = { grant: "authorization_code", ...given, ...own };
    const auth = new ServerAuth({
      serverName: definition.name,
      url,
      config,
      keep: keptFor(url, config, this.#secrets.keepOf(serverId)),
      openPage: async (page, signal) => {
        const answer = await asks?.(serverId, definition.name).signIn?.(page, signal);
        return answer === undefined || answer.kind === "refused" ? "refused" : "opened";
      },
      now: () => clock.now(),
      onStep: () => {
        this.#onChanged(serverId);
      },
    });
    this.#all.set(serverId, auth);
    return auth;
  }

  /** Lets a person sign in; the log tells how it went. */
  async signIn(serverId: ServerId, definition: ServerDefinition | undefined): Promise<Result<null>> {
    const { transport } = definition ?? {};
    if (definition === undefined || transport?.kind !== "http" || hasOwnSignIn(definition))
      return fail("notAvailable", "This server is not signed in to by a page.", { key: "signInNotHere" });
    const url = parseAddress(transport.url);
    if (!url.ok) return url;
    const secrets = await this.#secrets.read(serverId, definition.name, Object.keys(secretsOf(definition)));
    if (!secrets.ok) return secrets;
    const auth = this.#authOf(serverId, definition, url.value, secrets.value);
    const web = createPatientFetch();
    try {
      const done = await auth.signIn(web.fetch);
      if (done.ok) this.#ports.onEvent("server.signedIn", { serverId });
      else this.#ports.onEvent("server.signInFailed", { serverId, error: done.error });
      return done;
    } finally {
      await web.close();
    }
  }

  async signOut(serverId: ServerId): Promise<void> {
    await this.forget(serverId);
    this.#ports.onEvent("server.signedOut", { serverId });
  }

  /** Forgets a server's sign-in with the server itself. */
  async forget(serverId: ServerId): Promise<void> {
    const auth = this.#all.get(serverId);
    if (auth !== undefined) await auth.signOut();
    else await this.#secrets.keepOf(serverId).set(null);
  }

  /** The definition has changed or is gone: the next connection starts with what it says now. */
  drop(serverId: ServerId): void {
    this.#all.get(serverId)?.close();
    this.#all.delete(serverId);
  }

  close(): void {
    for (const auth of this.#all.values()) auth.close();
  }
}
