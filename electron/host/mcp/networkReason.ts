/** What the network said in place of an answer. */
export interface NetworkReason {
  /** The system's name for it. */
  readonly code: string;
  /** In words, for "… cannot be reached at …: ". */
  readonly reason: string;
  /** Names the kind of advice, for languages that have their own words for it. */
  readonly next: keyof typeof advices;
  /** What to do next, as a sentence. */
  readonly advice: string;
}

const advices = {
  start: "Start it, or check the port in its address, then connect again.",
  name: "Check the spelling of the address and that this machine is online, then connect again.",
  cut: "Check that an MCP server listens at that port, and whether it wants https, then connect again.",
  wait: "Check the address and that no firewall stands between, then connect again.",
  trust:
    "Nothing was sent to it. Ask whoever runs it for a certificate of a known authority; a server on this machine can be reached by http instead.",
  renew:
    "Nothing was sent to it. Ask whoever runs it to renew the certificate, and check the clock of this machine.",
  host: "Nothing was sent to it. Give the host name that its certificate is for.",
  plain:
    "Check the port: it may speak http alone, which is taken for servers on this machine only, or be none of an MCP server.",
  check: "Check the address and that the server runs, then connect again.",
} as const;

const UNKNOWN_SIGNER = "its certificate is signed by nobody this system trusts";

const causes: Readonly<Record<string, readonly [reason: string, next: keyof typeof advices]>> = {
  ECONNREFUSED: ["nothing listens there", "start"],
  ENOTFOUND: ["the name is not known", "name"],
  EAI_AGAIN: ["the name could not be looked up", "name"],
  ECONNRESET: ["the connection was cut", "cut"],
  UND_ERR_SOCKET: ["the connection was cut", "cut"],
  UND_ERR_CONNECT_TIMEOUT: ["no answer in time", "wait"],
  ETIMEDOUT: ["no answer in time", "wait"],
  EHOSTUNREACH: ["the host cannot be reached", "wait"],
  ENETUNREACH: ["the network cannot be reached", "name"],
  CERT_HAS_EXPIRED: ["its certificate has expired", "renew"],
  CERT_NOT_YET_VALID: ["its certificate is not valid yet", "renew"],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["its certificate is signed by itself", "trust"],
  SELF_SIGNED_CERT_IN_CHAIN: [UNKNOWN_SIGNER, "trust"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [UNKNOWN_SIGNER, "trust"],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [UNKNOWN_SIGNER, "trust"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["its certificate is for another name", "host"],
  ERR_SSL_WRONG_VERSION_NUMBER: ["it does not speak https there", "plain"],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ["it does not speak https there", "plain"],
  EPROTO: ["no secure connection could be made", "plain"],
};

const known = (code: string): NetworkReason | null => {
  const cause = causes[code] ?? (code.startsWith("ERR_SSL_") ? causes["EPROTO"] : undefined);
  if (cause === undefined) return null;
  const [reason, next] = cause;
  return { code, reason, next, advice: advices[next] };
};

/** Reads what the network said out of a failed fetch; null when `error` is no network failure. */
export const networkReason = (error: unknown): NetworkReason | null => {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const found = known("code" in at && typeof at.code === "string" ? at.code : "");
    if (found !== null) return found;
  }
  if (!(error instanceof TypeError) || !/fetch failed|terminated/.test(error.message)) return null;
  const inner = error.cause instanceof Error ? error.cause.message : error.message;
  return { code: "network", reason: inner.trim().slice(0, 300), next: "check", advice: advices.check };
};

/** True when the server could not be reached at all, so that the connection is as good as over. */
export const isNetworkFailure = (error: unknown): boolean => networkReason(error) !== null;

/** True when one connection was cut, which says nothing of the server yet, nor of what became of the request. */
export const isCut = (error: unknown): boolean => networkReason(error)?.next === "cut";
