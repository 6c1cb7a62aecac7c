import type { IncomingHttpHeaders } from "node:http";
import type { Policy } from "../policy/index.ts";
import { refusal, type Answer } from "./answer.ts";

const loopback = ["localhost", "127.0.0.1", "[::1]"];
const unspecified = new Set(["0.0.0.0", "::"]);

function isAllowedHost(header: string, boundHost: string, http: Policy["http"]): boolean {
  const given = header.toLowerCase();
  if (!/^[a-z0-9.\-[\]:]+$/.test(given) || !URL.canParse(`http://${given}`)) return false;
  const { hostname } = new URL(`http://${given}`);
  const bound = boundHost.includes(":") ? `[${boundHost}]` : boundHost;
  const own = http.publicUrl === undefined ? [] : [new URL(http.publicUrl).host];
  const allowed = [...loopback, ...(unspecified.has(boundHost) ? [] : [bound]), ...own, ...http.allowedHosts];
  return allowed.some((one) => one.toLowerCase() === given || one.toLowerCase() === hostname);
}

/**
 * Turns away what a web page could make a browser send here (DNS rebinding): a Host that is not this server's, an
 * Origin that the policy does not name. Null when the request may go on.
 */
export function checkOrigins(
  headers: IncomingHttpHeaders,
  boundHost: string,
  http: Policy["http"],
): Answer | null {
  const { host, origin } = headers;
  if (host === undefined || !isAllowedHost(host, boundHost, http)) {
    return refusal(
      403,
      "This server does not answer under the name in the Host header. Its administrator can add the name to http.allowedHosts.",
    );
  }
  if (origin !== undefined && !http.allowedOrigins.includes(origin)) {
    return refusal(
      403,
      "Requests of this Origin are not answered. The administrator of this server can add it to http.allowedOrigins.",
    );
  }
  return null;
}
