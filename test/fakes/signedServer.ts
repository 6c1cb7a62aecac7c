import type { McpHttpServer, Say } from "./mcpHttpServer.ts";
import { sendJson } from "./mcpHttpServer.ts";
import type { SignInServer } from "./signInServer.ts";

/** What a test may turn about how a server asks for a sign-in. */
export interface SignedServerOptions {
  /** The server's own description of itself, beside its address and sign-in server. */
  readonly resource?: Readonly<Record<string, unknown>>;
  /** Where it says that this description lies; by default at its own well-known address. */
  readonly resourceMetadata?: string;
}

/** What a server over HTTP says that wants a token of a sign-in server: 401 with a challenge, and its own description. */
export const wantsSignIn =
  (server: Pick<McpHttpServer, "url">, oauth: SignInServer, options: SignedServerOptions = {}): Say =>
  ({ path, headers }, response) => {
    const own = `${new URL(server.url).origin}/.well-known/oauth-protected-resource/mcp`;
    if (path.startsWith("/.well-known/")) {
      sendJson(response, {
        resource: server.url,
        authorization_servers: [oauth.origin],
        ...options.resource,
      });
      return true;
    }
    if (oauth.good.has(headers["authorization"]?.replace("Bearer ", "") ?? "")) return false;
    const challenge = `Bearer resource_metadata="${options.resourceMetadata ?? own}"`;
    response.writeHead(401, { "www-authenticate": challenge }).end();
    return true;
  };
