import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import {
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
} from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { SignInFailed, type AuthConfig } from "./types.ts";

const need = (value: string | undefined, what: string): string => {
  if (value !== undefined && value !== "") return value;
  throw new SignInFailed(`This way of signing in needs ${what}. Edit the server and give it.`, {
    name: "needs",
    params: { what },
  });
};

/** Signs in by an assertion (RFC 7523): one that was given, or one that a company's own sign-in server makes. */
class AssertionProvider implements OAuthClientProvider {
  readonly redirectUrl = undefined;
  readonly #config: AuthConfig;
  readonly #fetch: FetchLike;
  #client: OAuthClientInformationMixed;
  #tokens: OAuthTokens | undefined;
  #discovery: OAuthDiscoveryState | undefined;

  constructor(config: AuthConfig, fetch: FetchLike) {
    this.#config = config;
    this.#fetch = fetch;
    const { clientSecret } = config;
    this.#client = {
      client_id: need(config.clientId, "a client id"),
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    };
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      redirect_uris: [],
      grant_types: ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
      token_endpoint_auth_method: this.#config.clientSecret === undefined ? "none" : "client_secret_basic",
    };
  }

  clientInformation(): OAuthClientInformationMixed {
    return this.#client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = { ...this.#client, ...client };
  }

  tokens(): OAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }

  saveDiscoveryState(found: OAuthDiscoveryState): void {
    this.#discovery = found;
  }

  redirectToAuthorization(): never {
    throw new SignInFailed("This way of signing in opens no page.", { name: "noPage" });
  }

  saveCodeVerifier(): void {
    // No code, no verifier.
  }

  codeVerifier(): never {
    throw new SignInFailed("This way of signing in has no code.", { name: "noCode" });
  }

  async prepareTokenRequest(scope?: string): Promise<URLSearchParams> {
    const assertion =
      this.#config.grant === "enterprise"
        ? await this.#fromCompany()
        : need(this.#config.assertion, "an assertion");
    const params = new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion,
    });
    const wanted = this.#config.scope ?? scope;
    if (wanted !== undefined) params.set("scope", wanted);
    return params;
  }

  /** The company's server changes its own token for one that the other sign-in server takes (RFC 8693, ID-JAG). */
  async #fromCompany(): Promise<string> {
    const { idp } = this.#config;
    const response = await this.#fetch(
      need(idp?.tokenEndpoint, "the token address of your company's sign-in"),
      {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
          requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
          audience: this.#discovery?.authorizationServerMetadata?.issuer ?? "",
          resource: this.#discovery?.resourceMetadata?.resource ?? "",
          subject_token: need(this.#config.idpToken, "an identity token of your company's sign-in"),
          subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
          client_id: need(idp?.clientId, "the client id at your company's sign-in"),
        }).toString(),
      },
    );
    if (!response.ok)
      throw new SignInFailed(`Your company's sign-in refused: HTTP ${response.status}.`, {
        name: "companyRefused",
        params: { status: response.status },
      });
    const answer = (await response.json()) as { access_token?: unknown };
    if (typeof answer.access_token === "string") return answer.access_token;
    throw new SignInFailed("Your company's sign-in gave no token.", { name: "noToken" });
  }
}

/** The provider of a sign-in that needs no person. @throws SignInFailed when a part of the configuration is missing */
export const unattendedProvider = (config: AuthConfig, fetch: FetchLike): OAuthClientProvider => {
  const clientId = need(config.clientId, "a client id");
  const scope = config.scope === undefined ? {} : { scope: config.scope };
  const issuer = config.issuer === undefined ? {} : { expectedIssuer: config.issuer };
  switch (config.grant) {
    case "client_credentials":
      return new ClientCredentialsProvider({
        clientId,
        clientSecret: need(config.clientSecret, "a client secret"),
        ...scope,
        ...issuer,
      });
    case "private_key_jwt":
      return new PrivateKeyJwtProvider({
        clientId,
        privateKey: need(config.privateKeyPem, "a private key"),
        algorithm: config.algorithm ?? "ES256",
        ...scope,
        ...issuer,
      });
    case "jwt_bearer":
    case "enterprise":
      return new AssertionProvider(config, fetch);
    case "authorization_code":
      throw new SignInFailed("This way of signing in needs a person.", { name: "noPage" });
  }
};
