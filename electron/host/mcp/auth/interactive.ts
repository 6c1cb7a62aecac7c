import { randomBytes } from "node:crypto";
import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import { openLoopback, type Loopback } from "./loopback.ts";
import type { SignInTrace } from "./trace.ts";
import { SignInFailed, SignInNeeded, type AuthConfig, type Keep, type Kept, type OpenPage } from "./types.ts";

type Info = OAuthClientInformationMixed;

/** A person signing in on a page, as the SDK asks for it, with the checks that the SDK leaves out (mcp.md §1.2). */
export class InteractiveProvider implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  /** During a step-up the refresh token must stay unused: it would bring the old scopes again. */
  isSteppingUp = false;
  /** Where it is false, a page that would have to be opened is an error instead. */
  mayAsk = false;
  /** The code of the page that was opened last. */
  code: Promise<string> = Promise.reject(new SignInFailed("No page was opened.", { name: "noPage" }));
  readonly #config: AuthConfig;
  readonly #keep: Keep;
  readonly #openPage: OpenPage;
  readonly #trace: SignInTrace;
  #kept: Kept = {};
  #loopback: Loopback | null = null;
  #verifier = "";
  #state = "";
  #discovery: OAuthDiscoveryState | undefined;
  #waiting = new AbortController();

  constructor(config: AuthConfig, keep: Keep, openPage: OpenPage, trace: SignInTrace) {
    this.#config = config;
    this.#keep = keep;
    this.#openPage = openPage;
    this.#trace = trace;
    this.code.catch(() => undefined);
    if (config.clientMetadataUrl !== undefined) this.clientMetadataUrl = config.clientMetadataUrl;
  }

  /** Reads what is kept and opens the way back; before every use. */
  async open(): Promise<void> {
    this.#kept = await this.#keep.get();
    this.#loopback ??= await openLoopback(this.#kept.port);
    const hasMoved = this.#kept.port !== undefined && this.#kept.port !== this.#loopback.port;
    // A registration names the address of the way back: with another one it is of no use.
    if (hasMoved && this.#config.clientId === undefined) await this.#put({ client: undefined });
  }

  close(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    this.#loopback?.close();
    this.#loopback = null;
  }

  get redirectUrl(): string {
    return this.#loopback?.redirectUrl ?? "http://127.0.0.1/callback";
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Loopwright",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: this.#config.clientSecret === undefined ? "none" : "client_secret_basic",
      application_type: "native",
      ...(this.#config.scope === undefined ? {} : { scope: this.#config.scope }),
    } as OAuthClientMetadata;
  }

  state(): string {
    this.#state = randomBytes(16).toString("hex");
    return this.#state;
  }

  clientInformation(): Info | undefined {
    const { clientId, clientSecret } = this.#config;
    if (this.#kept.client !== undefined) return this.#kept.client as unknown as Info;
    if (clientId === undefined) return undefined;
    return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
  }

  async saveClientInformation(client: Info): Promise<void> {
    await this.#put({ client: client, port: this.#loopback?.port });
  }

  tokens(): OAuthTokens | undefined {
    const tokens = this.#kept.tokens as unknown as OAuthTokens | undefined;
    if (tokens === undefined || !this.isSteppingUp) return tokens;
    const { refresh_token: _hidden, ...rest } = tokens;
    return rest;
  }

  async saveTokens(tokens: OAuthTokens): Promise<void> {
    await this.#put({ tokens: tokens });
  }

  /** The scopes asked for so far. */
  get scope(): string | undefined {
    return this.#kept.scope;
  }

  async saveScope(scope: string | undefined): Promise<void> {
    if (scope !== undefined) await this.#put({ scope });
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** Never kept beyond one sign-in: a server that moves to another issuer must be noticed. */
  saveDiscoveryState(found: OAuthDiscoveryState): void {
    const metadata = found.authorizationServerMetadata;
    const expected = found.resourceMetadata?.authorization_servers?.[0];
    if (metadata !== undefined) {
      // RFC 8414 §3.3; not where an older server has no resource metadata to compare with.
      if (expected !== undefined && metadata.issuer !== expected)
        throw new SignInFailed(
          `The sign-in server calls itself ${metadata.issuer}, but ${expected} was expected. This can be an attempt to take your sign-in; nothing was sent to it.`,
          { name: "otherIssuer", params: { issuer: metadata.issuer, expected } },
        );
      if (!metadata.code_challenge_methods_supported?.includes("S256"))
        throw new SignInFailed(
          "The sign-in server does not say that it protects the code (PKCE with S256), which the protocol demands.",
          { name: "noPkce" },
        );
    }
    this.#discovery = found;
  }

  redirectToAuthorization(url: URL): Promise<void> {
    if (!this.mayAsk) throw new SignInNeeded();
    const loopback = this.#loopback;
    if (loopback === null)
      throw new SignInFailed("There is no way back from the sign-in page.", { name: "noWayBack" });
    const over = this.#waiting.signal;
    const isRefused = new AbortController();
    const isBack = new AbortController();
    this.code = loopback
      .wait(this.#state, AbortSignal.any([over, isRefused.signal]))
      .then(({ code, iss }) => {
        this.#checkIssuer(iss);
        this.#trace.add({ step: "callback", url: loopback.redirectUrl, isOk: true });
        return code;
      })
      .finally(() => {
        isBack.abort();
      });
    this.code.catch((error: unknown) => {
      this.#trace.failed("callback", loopback.redirectUrl, error);
    });
    this.#trace.add({ step: "page", url: `${url.origin}${url.pathname}`, isOk: true });
    this.#openPage(url.href, AbortSignal.any([over, isBack.signal])).then(
      (how) => {
        if (how === "refused") isRefused.abort();
      },
      () => {
        isRefused.abort();
      },
    );
    return Promise.resolve();
  }

  /** RFC 9207: who answered must be whom we asked. */
  #checkIssuer(iss: string | undefined): void {
    const metadata = this.#discovery?.authorizationServerMetadata;
    if (metadata === undefined) return;
    const mustSay =
      (metadata as JsonObject)["authorization_response_iss_parameter_supported"] === true &&
      iss === undefined;
    if (mustSay || (iss !== undefined && iss !== metadata.issuer))
      throw new SignInFailed(
        `The answer of the sign-in page came from ${iss ?? "nobody named"}, not from ${metadata.issuer}. It was not used.`,
        {
          name: iss === undefined ? "fromNobody" : "fromOther",
          params: { iss: iss ?? "", issuer: metadata.issuer },
        },
      );
  }

  async invalidateCredentials(what: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    if (what === "all" || what === "client") await this.#put({ client: undefined, port: undefined });
    if (what === "all" || what === "tokens") await this.#put({ tokens: undefined });
    if (what === "all" || what === "verifier") this.#verifier = "";
    if (what === "all" || what === "discovery") this.#discovery = undefined;
  }

  async #put(change: { [K in keyof Kept]?: Kept[K] | undefined }): Promise<void> {
    const next = { ...this.#kept, ...change };
    this.#kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
    await this.#keep.set(this.#kept);
  }
}
