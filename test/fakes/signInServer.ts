import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a test may turn about the fake sign-in server. */
export interface SignInQuirks {
  issuer?: string;
  hasPkce?: boolean;
  saysIss?: boolean;
  /** The `iss` of the page's answer; undefined for none. */
  iss?: string;
  /** The state that the page sends back in place of the right one, before the right one. */
  wrongStateFirst?: boolean;
  refusesRefresh?: boolean;
  /** A refresh token counts once; used again, it takes every token of its family with it. */
  hasSingleUse?: boolean;
  /** In place of a code. */
  error?: string;
  /** Metadata in place of the right one, or beside it. */
  metadata?: Readonly<Record<string, unknown>>;
  /** Where its metadata is said to lie: answered with 302. */
  redirectsTo?: string;
}

/** An OAuth server with a page that says yes by itself, and what it was asked. */
export interface SignInServer extends AsyncDisposable {
  readonly origin: string;
  readonly quirks: SignInQuirks;
  readonly registrations: Record<string, unknown>[];
  /** Parameters of each page. */
  readonly pages: URLSearchParams[];
  /** Parameters of each token request. */
  readonly tokenRequests: URLSearchParams[];
  /** Tokens that are good now, with their scopes. */
  readonly good: Map<string, string>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
};

const json = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

const metadataOf = (server: SignInServer): Record<string, unknown> => ({
  issuer: server.quirks.issuer ?? server.origin,
  authorization_endpoint: `${server.origin}/authorize`,
  token_endpoint: `${server.origin}/token`,
  registration_endpoint: `${server.origin}/register`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  ...(server.quirks.hasPkce === false ? {} : { code_challenge_methods_supported: ["S256"] }),
  ...(server.quirks.saysIss === true ? { authorization_response_iss_parameter_supported: true } : {}),
  ...server.quirks.metadata,
});

const authorize = (server: SignInServer, params: URLSearchParams, response: ServerResponse): void => {
  server.pages.push(params);
  const { quirks } = server;
  const back = new URL(params.get("redirect_uri") ?? "");
  back.searchParams.set("state", quirks.wrongStateFirst === true ? "other" : (params.get("state") ?? ""));
  if (quirks.error === undefined) back.searchParams.set("code", `code ${params.get("scope") ?? ""}`);
  else back.searchParams.set("error", quirks.error);
  if (quirks.iss !== undefined) back.searchParams.set("iss", quirks.iss);
  response.writeHead(302, { location: back.href }).end();
};

const issue = (server: SignInServer, params: URLSearchParams, response: ServerResponse): void => {
  server.tokenRequests.push(params);
  const isRefresh = params.get("grant_type") === "refresh_token";
  if (isRefresh && server.quirks.refusesRefresh === true) {
    json(response, 400, { error: "invalid_grant" });
    return;
  }
  if (isRefresh && server.quirks.hasSingleUse === true) {
    const used = params.get("refresh_token");
    const again = server.tokenRequests.slice(0, -1).some((one) => one.get("refresh_token") === used);
    if (again) {
      server.good.clear();
      json(response, 400, { error: "invalid_grant" });
      return;
    }
  }
  const scope = isRefresh ? (params.get("scope") ?? "") : (params.get("code") ?? "").replace(/^code ?/, "");
  const token = `token-${server.tokenRequests.length}-s3cret`;
  server.good.set(token, scope);
  json(response, 200, {
    access_token: token,
    token_type: "Bearer",
    expires_in: 3600,
    refresh_token: `refresh-${server.tokenRequests.length}-s3cret`,
    ...(scope === "" ? {} : { scope }),
  });
};

/** Starts the fake on a free loopback port. */
export const startSignInServer = async (): Promise<SignInServer> => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", server.origin);
    const body = await bodyOf(request);
    const { redirectsTo } = server.quirks;
    if (url.pathname.startsWith("/.well-known/") && redirectsTo !== undefined)
      response.writeHead(302, { location: redirectsTo }).end();
    else if (url.pathname.startsWith("/.well-known/")) json(response, 200, metadataOf(server));
    else if (url.pathname === "/register") {
      const asked = JSON.parse(body) as Record<string, unknown>;
      server.registrations.push(asked);
      json(response, 201, { ...asked, client_id: `client-${server.registrations.length}` });
    } else if (url.pathname === "/authorize") authorize(server, url.searchParams, response);
    else if (url.pathname === "/token") issue(server, new URLSearchParams(body), response);
    else response.writeHead(404).end();
  };
  const http = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: SignInServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    quirks: {},
    registrations: [],
    pages: [],
    tokenRequests: [],
    good: new Map(),
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
};
