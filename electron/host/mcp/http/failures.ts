import { fail } from "../../../../shared/contract/index.ts";
import { OAuthError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { SignInFailed, SignInNeeded } from "../auth/index.ts";
import type { Trouble } from "../connection/index.ts";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

type Failed = ReturnType<typeof fail>;

/** What is known of a server at the moment its address did not do what it should. */
interface Where {
  readonly server: string;
  readonly url: string;
}

const statusOf = (error: unknown): number | null => {
  if (error instanceof StreamableHTTPError) return error.code ?? null;
  // The older transport says the status only in words.
  const said = error instanceof Error ? /\bHTTP (\d{3})\b|\((\d{3})\)/.exec(error.message) : null;
  return said === null ? null : Number(said[1] ?? said[2]);
};

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name could not be looked up",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time",
  ETIMEDOUT: "no answer in time",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is signed by nobody this system trusts",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is signed by nobody this system trusts",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};

/** Code and words of what the network said, or null when `error` is no network failure. */
const networkReason = (error: unknown): { readonly code: string; readonly reason: string } | null => {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = "code" in at && typeof at.code === "string" ? at.code : "";
    const reason = causes[code];
    if (reason !== undefined) return { code, reason };
  }
  if (!(error instanceof TypeError) || !/fetch failed|terminated/.test(error.message)) return null;
  const inner = error.cause instanceof Error ? error.cause.message : error.message;
  return { code: "network", reason: inner };
};

/** True when the server could not be reached at all, so that the connection is as good as over. */
export const isNetworkFailure = (error: unknown): boolean => networkReason(error) !== null;

/** The address gave no answer. */
const unreachable = (at: Where, { code, reason }: { code: string; reason: string }): Failed =>
  fail(
    "unreachable",
    `The server "${at.server}" cannot be reached at ${at.url}: ${reason} (${code}). Check the address and that the server runs, then connect again.`,
    { key: "serverUnreachable", params: { server: at.server, url: at.url, reason, code } },
  );

const refusedSignIn = (at: Where, status: number, said: string): Failed =>
  fail(
    "unauthorized",
    `The server "${at.server}" wants a sign-in that it did not get (HTTP ${status}). Edit the server and give the header it asks for, such as Authorization, then connect again.`,
    { key: "serverUnauthorized", params: { server: at.server, status }, detail: said },
  );

const redirected = (at: Where, said: string): Failed =>
  fail(
    "denied",
    `The server "${at.server}" points to another address, which is not followed by itself: ${said} If you trust it, edit the server and give that address.`,
    { key: "serverRedirects", params: { server: at.server, said } },
  );

const answered = (at: Where, status: number, said: string): Failed =>
  fail(
    status >= 500 ? "unreachable" : "notFound",
    status >= 500
      ? `The server "${at.server}" failed with HTTP ${status}. Try again; if it stays so, tell whoever runs it.`
      : `There is no MCP server at ${at.url}: it answers HTTP ${status}. Check the address, its path above all.`,
    {
      key: status >= 500 ? "serverHttpFailed" : "serverNoMcpThere",
      params: { server: at.server, url: at.url, status },
      detail: said,
    },
  );

const signInNeeded = (at: Where): Failed =>
  fail(
    "unauthorized",
    `The server "${at.server}" wants you to sign in. Sign in on the servers page, then try again.`,
    { key: "serverSignInNeeded", params: { server: at.server } },
  );

const signInFailed = (at: Where, why: string): Failed =>
  fail(
    "unauthorized",
    `Signing in to the server "${at.server}" failed: ${why} Look at its steps on the servers page, and sign in again there.`,
    { key: "signInFailedInUse", params: { server: at.server, why } },
  );

const ofError = (at: Where, error: unknown): Failed | null => {
  if (error instanceof SignInNeeded) return signInNeeded(at);
  if (error instanceof SignInFailed || error instanceof OAuthError) return signInFailed(at, error.message);
  const network = networkReason(error);
  if (network !== null) return unreachable(at, network);
  const status = statusOf(error);
  if (status === null || status < 300 || !(error instanceof Error)) return null;
  if (status < 400) return redirected(at, error.message);
  if (status === 401 || status === 403) return refusedSignIn(at, status, error.message);
  return answered(at, status, error.message);
};

const notMcp = (at: Where, error: unknown): Failed => {
  const isMalformed = error instanceof Error && "issues" in error;
  const reason = isMalformed
    ? "its answer to initialize is malformed"
    : error instanceof Error
      ? error.message
      : String(error);
  return fail(
    "unreachable",
    `${at.url} answers, but does not speak MCP as it should: ${reason}. Check that it is the address of an MCP server.`,
    { key: "serverUrlNotMcp", params: { server: at.server, url: at.url, reason } },
  );
};

const silent = (at: Where, afterMs: number): Failed =>
  fail(
    "timedOut",
    `The server "${at.server}" at ${at.url} did not answer within ${Math.round(afterMs / 1000)} s. Check the address, then connect again.`,
    {
      key: "serverUrlSilent",
      params: { server: at.server, url: at.url, seconds: Math.round(afterMs / 1000) },
    },
  );

/** The connection went away while it was in use. */
const lostConnection = (at: Where): Failed =>
  fail(
    "unreachable",
    `The connection to the server "${at.server}" at ${at.url} was lost. It is tried again by itself; if that fails, check that the server runs and connect again.`,
    { key: "serverConnectionLost", params: { server: at.server, url: at.url } },
  );

/** The answer's stream broke off: nobody knows whether the call took effect. */
const lostAnswer = (at: Where, tool: string): Failed =>
  fail(
    "unreachable",
    `The answer of "${tool}" from the server "${at.server}" broke off, so it is not known whether the call took effect. Look at what it may have done before trying again.`,
    { key: "serverAnswerLost", params: { server: at.server, tool } },
  );

/**
 * What a trouble with a server reached by URL means to a person; null for what the connection itself says well.
 * @param isLost whether an error stands for an answer that broke off
 */
export const explainTrouble = (
  at: Where,
  trouble: Trouble,
  isLost: (error: unknown) => boolean,
): Failed | null => {
  switch (trouble.kind) {
    case "silent":
      return silent(at, trouble.afterMs);
    case "ended":
      return trouble.tool === null ? lostConnection(at) : lostAnswer(at, trouble.tool);
    case "failed": {
      const { error, tool } = trouble;
      if (isLost(error)) return lostAnswer(at, tool ?? "initialize");
      return ofError(at, error) ?? (tool === null ? notMcp(at, error) : null);
    }
  }
};
