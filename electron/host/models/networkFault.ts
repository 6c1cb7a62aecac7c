import { faults, type Fault } from "./failures.ts";

interface Cause {
  readonly why: string;
  readonly next: string;
}

const byCode: Readonly<Record<string, Cause>> = {
  ECONNREFUSED: {
    why: "nothing listens there (connection refused)",
    next: "Start the model server, or correct the address and port.",
  },
  ENOTFOUND: {
    why: "there is no such host name",
    next: "Check the spelling of the address and the network.",
  },
  EAI_AGAIN: { why: "the host name could not be looked up", next: "Check the network, then try again." },
  ECONNRESET: {
    why: "the connection was closed by the other side",
    next: "Try again; check the server's log.",
  },
  EPIPE: { why: "the connection was closed by the other side", next: "Try again; check the server's log." },
  EHOSTUNREACH: { why: "there is no way to that host", next: "Check the network or the VPN." },
  ENETUNREACH: { why: "there is no network", next: "Check the network or choose a local model." },
  ETIMEDOUT: { why: "the connection timed out", next: "Check the address, the network and any firewall." },
  UND_ERR_CONNECT_TIMEOUT: {
    why: "the connection timed out",
    next: "Check the address, the network and any firewall.",
  },
  UND_ERR_SOCKET: {
    why: "the connection was closed by the other side",
    next: "Try again; check the server's log.",
  },
  EPROTO: {
    why: "the server does not speak TLS on this port",
    next: "Use http:// for a local server, or correct the port.",
  },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    why: "the server does not speak TLS on this port",
    next: "Use http:// for a local server, or correct the port.",
  },
};

const certificate: Cause = {
  why: "its TLS certificate is not trusted",
  next: "Check the address; a company's own certificate has to be added to the system (NODE_EXTRA_CA_CERTS).",
};

const isTlsCode = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_TLS/.test(code) && !code.startsWith("ERR_SSL");

function codesOf(error: unknown): { code: string; message: string } {
  let message = "";
  let at: unknown = error;
  for (let depth = 0; depth < 8 && at instanceof Error; depth++) {
    message = at.message;
    if ("code" in at && typeof at.code === "string" && at.code !== "") return { code: at.code, message };
    const first: unknown = at instanceof AggregateError ? at.errors[0] : undefined;
    at = first ?? at.cause;
  }
  return { code: "", message };
}

/** True when the other side ended the connection in the middle of things, rather than never having been there. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = codesOf(error);
  return (
    ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(code) || /terminated|other side closed/i.test(message)
  );
}

/** Puts a thrown network error into words: which of refused, unknown host, TLS, reset it was and what helps. */
export function faultOfNetwork(error: unknown, baseUrl: string): Fault {
  const { code, message } = codesOf(error);
  const known = byCode[code] ?? (isTlsCode(code) ? certificate : undefined);
  const why = known?.why ?? (message === "" ? "the connection failed" : message);
  const next = known?.next ?? "Check the address, the network and that the server runs.";
  return faults.unreachable(baseUrl, why, next, code === "" ? message : `${code}: ${message}`);
}
