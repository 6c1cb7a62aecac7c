import { randomUUID } from "node:crypto";
import {
  InvalidGrantError,
  InvalidScopeError,
  InvalidTokenError,
} from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { OAuthServerProvider } from "@modelcontextprotocol/sdk/server/auth/provider.js";
import type { OAuthClientInformationFull, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";

const TOKEN_S = 3600;

interface Grant {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resource: URL | undefined;
}
interface Access extends Grant {
  expiresAt: number;
}

/** The sign-in side of the fixture: what it was asked, and how a test ends what it gave. */
export interface SignInBook {
  readonly provider: OAuthServerProvider;
  /** Clients that have registered. */
  readonly clients: readonly OAuthClientInformationFull[];
  /** Scopes asked for, one entry a page that was opened. */
  readonly pages: readonly string[][];
  /** Tokens given for a code, and for a refresh token. */
  readonly given: { readonly byCode: number; readonly byRefresh: number };
  /** The person at the page says no from now on. */
  refuse(refuses: boolean): void;
  /** Every access token is past its time; refresh tokens stay good. */
  expire(): void;
  /** Nothing that was given is good any more, as when the person takes the access back at the provider. */
  revokeAll(): void;
}

const nowS = (): number => Math.floor(Date.now() / 1000);

class Book {
  readonly clients: OAuthClientInformationFull[] = [];
  readonly pages: string[][] = [];
  readonly given = { byCode: 0, byRefresh: 0 };
  readonly codes = new Map<string, Grant & { readonly challenge: string; readonly redirectUri: string }>();
  readonly access = new Map<string, Access>();
  readonly refresh = new Map<string, Grant>();
  isRefusing = false;

  give({ clientId, scopes, resource }: Grant): OAuthTokens {
    const [token, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.access.set(token, { clientId, scopes, resource, expiresAt: nowS() + TOKEN_S });
    this.refresh.set(refresh, { clientId, scopes, resource });
    return {
      access_token: token,
      token_type: "bearer",
      expires_in: TOKEN_S,
      refresh_token: refresh,
      scope: scopes.join(" "),
    };
  }
}

const providerOf = (book: Book): OAuthServerProvider => ({
  clientsStore: {
    getClient: (id) => book.clients.find(({ client_id }) => client_id === id),
    registerClient: (client) => {
      const full = { ...client, client_id: randomUUID(), client_id_issued_at: nowS() };
      book.clients.push(full);
      return full;
    },
  },
  // A page on which a person has said yes, or no, already.
  authorize: (client, { state, scopes = [], codeChallenge, redirectUri, resource }, response) => {
    book.pages.push([...scopes]);
    const back = new URL(redirectUri);
    if (state !== undefined) back.searchParams.set("state", state);
    if (book.isRefusing) back.searchParams.set("error", "access_denied");
    else {
      const code = randomUUID();
      const grant = { clientId: client.client_id, scopes, resource };
      book.codes.set(code, { ...grant, challenge: codeChallenge, redirectUri });
      back.searchParams.set("code", code);
    }
    response.redirect(back.href);
    return Promise.resolve();
  },
  challengeForAuthorizationCode: (client, code) => {
    const kept = book.codes.get(code);
    if (kept?.clientId !== client.client_id) throw new InvalidGrantError("There is no such code.");
    return Promise.resolve(kept.challenge);
  },
  exchangeAuthorizationCode: (client, code, _verifier, redirectUri) => {
    const kept = book.codes.get(code);
    book.codes.delete(code);
    if (kept?.clientId !== client.client_id || kept.redirectUri !== redirectUri)
      throw new InvalidGrantError("There is no such code.");
    book.given.byCode++;
    return Promise.resolve(book.give(kept));
  },
  exchangeRefreshToken: (client, token, scopes) => {
    const kept = book.refresh.get(token);
    // Each counts once (OAuth 2.1 §4.3.1).
    book.refresh.delete(token);
    if (kept?.clientId !== client.client_id) throw new InvalidGrantError("There is no such refresh token.");
    if (scopes?.some((scope) => !kept.scopes.includes(scope)))
      throw new InvalidScopeError("A refresh gives no more than was given.");
    book.given.byRefresh++;
    return Promise.resolve(book.give({ ...kept, scopes: scopes ?? kept.scopes }));
  },
  verifyAccessToken: (token) => {
    const kept = book.access.get(token);
    if (kept === undefined) throw new InvalidTokenError("There is no such token.");
    const { clientId, scopes, resource, expiresAt } = kept;
    return Promise.resolve({
      token,
      clientId,
      scopes: [...scopes],
      expiresAt,
      ...(resource === undefined ? {} : { resource }),
    });
  },
  revokeToken: (_client, { token }) => {
    book.access.delete(token);
    book.refresh.delete(token);
    return Promise.resolve();
  },
});

/** Makes a provider that keeps everything in memory. */
export const createSignInBook = (): SignInBook => {
  const book = new Book();
  return {
    provider: providerOf(book),
    clients: book.clients,
    pages: book.pages,
    given: book.given,
    refuse: (refuses) => {
      book.isRefusing = refuses;
    },
    expire: () => {
      for (const one of book.access.values()) one.expiresAt = nowS() - 1;
    },
    revokeAll: () => {
      book.access.clear();
      book.refresh.clear();
    },
  };
};
