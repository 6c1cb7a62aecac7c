import type { NotAuthenticated } from "../auth/index.ts";
import type { Policy } from "../policy/index.ts";
import { refusal, type Answer } from "./answer.ts";

/** Path of the document by which a client finds out who gives tokens for this server (RFC 9728). */
export const metadataPath = "/.well-known/oauth-protected-resource";

/** Where clients reach this server: as the policy says, else by the name they used. */
export function baseUrl(http: Policy["http"], host: string): string {
  return (http.publicUrl ?? `http://${host}`).replace(/\/+$/, "");
}

/** @param resource path of what is protected; empty for all of it */
export function metadata(policy: Policy, host: string, resource: string): Answer {
  const base = baseUrl(policy.http, host);
  return {
    status: 200,
    body: {
      resource: `${base}${resource}`,
      // Only one that is an address can be looked up.
      ...(URL.canParse(policy.auth.issuer) ? { authorization_servers: [policy.auth.issuer] } : {}),
      bearer_methods_supported: ["header"],
      resource_name: "Loopwright workspace server",
    },
  };
}

/** 401 with what was wrong and where to find the issuer (RFC 6750, RFC 9728). */
export function challenge(error: NotAuthenticated, policy: Policy, host: string, resource: string): Answer {
  const description = error.message.replaceAll(/["\\]/g, "'").replaceAll(/[^\x20-\x7e]/g, "?");
  const parts = [
    'realm="loopwright-workspace"',
    ...(error.hasToken ? ['error="invalid_token"', `error_description="${description}"`] : []),
    `resource_metadata="${baseUrl(policy.http, host)}${metadataPath}${resource}"`,
  ];
  return refusal(401, `Not authenticated: ${error.message}.`, {
    "www-authenticate": `Bearer ${parts.join(", ")}`,
  });
}
