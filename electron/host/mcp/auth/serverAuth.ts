import {
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
} from "@modelcontextprotocol/sdk/client/auth.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { fail, ok, type Result, type ServerInfo } from "../../../../shared/contract/index.ts";
import { guardedFetch } from "./guard.ts";
import { InteractiveProvider } from "./interactive.ts";
import { inWords, SignInTrace } from "./trace.ts";
import { SignInFailed, SignInNeeded, whyOf, type AuthConfig, type Keep, type OpenPage } from "./types.ts";
import { unattendedProvider } from "./unattended.ts";

/** What the sign-in of one server reaches outside itself for. */
export interface AuthPorts {
  readonly serverName: string;
  readonly url: URL;
  readonly config: AuthConfig;
  readonly keep: Keep;
  readonly openPage: OpenPage;
  readonly now: () => number;
  /** Told after each step of a sign-in. */
  readonly onStep: () => void;
}

type Challenge = { resourceMetadataUrl?: URL | undefined; scope?: string | undefined };

/** More rights for the same scopes, or by one request whatever they are called, are asked for this often; then the refusal stands. */
const MOST_STEP_UPS = 2;

const union = (...scopes: (string | undefined)[]): string | undefined => {
  const all = new Set(scopes.flatMap((scope) => (scope ?? "").split(" ")).filter((scope) => scope !== ""));
  return all.size === 0 ? undefined : [...all].join(" ");
};

/** What the SDK says of a sign-in that cannot be had, in words that name a way out. */
const inOurWords = (error: unknown, url: URL): unknown => {
  const { host } = url;
  const said = error instanceof Error ? error.message : "";
  if (/does not support dynamic client registration/.test(said))
    return new SignInFailed(
      "Its sign-in server takes no new clients by itself. Register Loopwright there by hand, then edit the server and give the client id under its sign-in.",
      { name: "noRegistration" },
    );
  if (error instanceof SignInNeeded || /^HTTP \d+: Invalid OAuth error response/.test(said))
    return new SignInFailed(
      `${host} wants a sign-in, but no sign-in server answers for it. If it takes a key, edit the server and give the header it asks for, such as Authorization.`,
      { name: "nowhere", params: { host } },
    );
  return inWords(error, url);
};

/**
 * The sign-in of one server: puts the token on every request, refreshes it once for all who need it, asks for more
 * rights with the old ones kept, and lets a person sign in where nothing else helps (MCP-03, mcp.md §1.2).
 */
export class ServerAuth {
  readonly #ports: AuthPorts;
  readonly #trace: SignInTrace;
  readonly #stepUps = new Map<string, number>();
  #interactive: InteractiveProvider | null = null;
  #unattended: OAuthClientProvider | null = null;
  #flight: Promise<void> | null = null;
  /** The flight waits for a person. */
  #isAsking = false;
  #lastChallenge: Challenge = {};
  #state: NonNullable<ServerInfo["signIn"]>["state"] = "none";

  constructor(ports: AuthPorts) {
    this.#ports = ports;
    this.#trace = new SignInTrace(ports.now, ports.onStep);
  }

  /** What is known of the sign-in, for the person. */
  get info(): NonNullable<ServerInfo["signIn"]> {
    return { state: this.#state, steps: [...this.#trace.steps] };
  }

  /** Lets a person sign in, from the beginning, also where a token is still kept. */
  async signIn(plain: FetchLike): Promise<Result<null>> {
    const base = guardedFetch(plain, this.#ports.url);
    if (this.#ports.config.grant !== "authorization_code")
      return fail("notAvailable", "This server is not signed in to by a page.", { key: "signInNotHere" });
    try {
      await (this.#flight ?? this.#run(base, this.#lastChallenge, { mayAsk: true, isSteppingUp: false }));
      return ok(null);
    } catch (error) {
      return this.#failure(error);
    }
  }

  /** Forgets tokens and registration. */
  async signOut(): Promise<void> {
    this.close();
    this.#stepUps.clear();
    await this.#ports.keep.set(null);
    this.#unattended = null;
    this.#become("none");
  }

  /** Ends a sign-in that is under way. */
  close(): void {
    this.#interactive?.close();
    this.#interactive = null;
  }

  /**
   * A fetch that signs its requests. Rejects with {@link SignInNeeded} or {@link SignInFailed}.
   * @param aside for the requests of signing in itself
   */
  wrap(send: FetchLike, aside: FetchLike): FetchLike {
    const base = guardedFetch(aside, this.#ports.url);
    return async (url, init) => {
      let raised = 0;
      for (let tried = 0; ; tried++) {
        // A refresh is waited for; a person who is asked for more rights holds up nobody who has a token.
        if (this.#flight !== null && !this.#isAsking) await this.#flight;
        const token = await this.#token(base);
        const headers = new Headers(init?.headers);
        if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
        const response = await send(url, { ...init, headers });
        if (response.status !== 401 && response.status !== 403) return response;
        const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
        this.#checkOrigin(resourceMetadataUrl);
        const challenge = { resourceMetadataUrl, scope };
        if (response.status === 401) {
          if (tried >= 2) return response;
          await response.body?.cancel();
          // Somebody else has got a new one meanwhile.
          if (token !== undefined && (await this.#token(base)) !== token) continue;
          this.#lastChallenge = challenge;
          await this.#run(base, challenge, { mayAsk: false, isSteppingUp: false });
          continue;
        }
        if (error !== "insufficient_scope") return response;
        raised += 1;
        if (raised > MOST_STEP_UPS || !this.#mayStepUp(scope)) {
          await response.body?.cancel();
          throw new SignInFailed(
            `The server asks for more rights (${scope ?? "unnamed"}) again and again, although it was given them.`,
            { name: "rights", params: { scope: scope ?? "" } },
          );
        }
        await response.body?.cancel();
        await this.#stepUp(base, challenge);
      }
    };
  }

  /** MCP-01: a server speaks for itself alone. */
  #checkOrigin(metadata: URL | undefined): void {
    const { origin } = this.#ports.url;
    if (metadata !== undefined && metadata.origin !== origin)
      throw new SignInFailed(
        `The server points to ${metadata.origin} for its own description, which is not used.`,
        { name: "otherOrigin", params: { origin: metadata.origin } },
      );
  }

  #mayStepUp(scope: string | undefined): boolean {
    const key = scope ?? "";
    const count = (this.#stepUps.get(key) ?? 0) + 1;
    this.#stepUps.set(key, count);
    return count <= MOST_STEP_UPS;
  }

  async #stepUp(base: FetchLike, challenge: Challenge): Promise<void> {
    const provider = await this.#provider(base);
    const held = (await provider.tokens())?.scope;
    const asked = provider instanceof InteractiveProvider ? provider.scope : undefined;
    const scope = union(held, asked, challenge.scope);
    await this.#run(base, { ...challenge, scope }, { mayAsk: true, isSteppingUp: true });
  }

  async #provider(base: FetchLike): Promise<OAuthClientProvider> {
    const { config, keep, openPage } = this.#ports;
    if (config.grant !== "authorization_code") {
      this.#unattended ??= unattendedProvider(config, this.#trace.watch(base));
      return this.#unattended;
    }
    if (this.#interactive === null) {
      this.#interactive = new InteractiveProvider(config, keep, openPage, this.#trace);
      await this.#interactive.open();
    }
    return this.#interactive;
  }

  async #token(base: FetchLike): Promise<string | undefined> {
    return (await (await this.#provider(base)).tokens())?.access_token;
  }

  /** One sign-in or refresh at a time; whoever needs one meanwhile waits for it. */
  #become(state: NonNullable<ServerInfo["signIn"]>["state"]): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#ports.onStep();
  }

  async #run(
    base: FetchLike,
    challenge: Challenge,
    how: { readonly mayAsk: boolean; readonly isSteppingUp: boolean },
  ): Promise<void> {
    if (this.#flight === null) this.#isAsking = how.mayAsk;
    this.#flight ??= this.#authorize(base, challenge, how)
      .then(
        () => {
          this.#become("done");
        },
        (error: unknown) => {
          this.#become("needed");
          throw error;
        },
      )
      .finally(() => {
        this.#flight = null;
        this.#isAsking = false;
      });
    await this.#flight;
  }

  async #authorize(
    base: FetchLike,
    { resourceMetadataUrl, scope: challenged }: Challenge,
    how: { readonly mayAsk: boolean; readonly isSteppingUp: boolean },
  ): Promise<void> {
    const provider = await this.#provider(base);
    this.#trace.begin();
    if (how.mayAsk) this.#become("busy");
    // What the person set down is all that is asked for, however much the server names, until a call needs more.
    const given = this.#ports.config.scope;
    const scope = how.isSteppingUp ? challenged : (given ?? challenged);
    const options = {
      serverUrl: this.#ports.url,
      fetchFn: this.#trace.watch(base),
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
      ...(scope === undefined ? {} : { scope }),
    };
    if (!(provider instanceof InteractiveProvider)) {
      await auth(provider, options);
      return;
    }
    // Nothing is registered anywhere before a person wants to sign in.
    if (!how.mayAsk && provider.tokens()?.refresh_token === undefined)
      throw new SignInNeeded(resourceMetadataUrl !== undefined);
    provider.mayAsk = how.mayAsk;
    provider.isSteppingUp = how.isSteppingUp;
    try {
      if ((await auth(provider, options)) === "REDIRECT")
        await auth(provider, { ...options, authorizationCode: await provider.code });
      await provider.saveScope(scope);
    } finally {
      provider.isSteppingUp = false;
    }
  }

  #failure(error: unknown): Result<never> {
    const { serverName } = this.#ports;
    const cause = inOurWords(error, this.#ports.url);
    const why = cause instanceof Error ? cause.message : String(cause);
    const known = cause instanceof SignInFailed;
    this.#trace.failed("end", this.#ports.url.origin, cause);
    return fail(
      "unauthorized",
      `Signing in to the server "${serverName}" failed: ${why}${known ? " Try" : " Look at the steps to see where it stopped, then try"} again, or ask whoever runs the server.`,
      { key: "signInFailed", params: { server: serverName, ...whyOf(cause) } },
    );
  }
}
