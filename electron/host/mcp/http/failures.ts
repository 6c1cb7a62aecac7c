import { STATUS_CODES } from "node:http";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { fail } from "../../../../shared/contract/index.ts";
import { OAuthError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { SignInFailed, SignInNeeded, whyOf } from "../auth/index.ts";
import type { Trouble } from "../connection/index.ts";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { isCut, networkReason, type NetworkReason } from "../networkReason.ts";

type Failed = ReturnType<typeof fail>;

/** What is known of a server at the moment its address did not do what it should. */
interface Where {
  readonly server: string;
  readonly url: string;
  /** False where the definition's own header signs the requests, so that nobody signs in by a page. */
  readonly canSignIn: boolean;
}

const statusOf = (error: unknown): number | null => {
  if (error instanceof StreamableHTTPError) return error.code ?? null;
  // The older transport says the status only in words.
  const said = error instanceof Error ? /\bHTTP (\d{3})\b|\((\d{3})\)/.exec(error.message) : null;
  return said === null ? null : Number(said[1] ?? said[2]);
};

/** The server's own words, without what the SDK puts before them; at most 2,000 characters. */
const wordsOf = (error: Error): string =>
  error.message.replace(/^(Streamable HTTP error: )?(Error POSTing to endpoint: ?)?/, "").slice(0, 2000);

const withWords = (said: string): { detail?: string } =>
  said.trim() === "" ? {} : { detail: `What it said:\n${said}` };

/** A status as people look it up: the number and its name. */
const named = (status: number): string => {
  const name = STATUS_CODES[status];
  return name === undefined ? `HTTP ${status}` : `HTTP ${status} ${name}`;
};

/** The address gave no answer, or none that can be trusted. */
const unreachable = (at: Where, { code, reason, next, advice }: NetworkReason): Failed =>
  fail(
    "unreachable",
    `The server "${at.server}" cannot be reached at ${at.url}: ${reason} (${code}). ${advice}`,
    { key: "serverUnreachable", params: { server: at.server, url: at.url, reason, code, next } },
  );

const refusedSignIn = (at: Where, said: string): Failed =>
  at.canSignIn
    ? fail(
        "unauthorized",
        `The server "${at.server}" does not take the sign-in (HTTP 401). Sign in again on the servers page, or check the credentials of its definition; if it stays so, ask whoever runs it.`,
        { key: "serverSignInRefused", params: { server: at.server }, ...withWords(said) },
      )
    : fail(
        "unauthorized",
        `The server "${at.server}" does not take the Authorization header of its definition (HTTP 401): the value may be wrong or expired. Edit the server and give it anew, then connect again.`,
        { key: "serverHeaderRefused", params: { server: at.server }, ...withWords(said) },
      );

const forbidden = (at: Where, said: string): Failed =>
  fail(
    "unauthorized",
    `The server "${at.server}" refuses access (HTTP 403): ${at.canSignIn ? "the account signed in with, or this network," : "the key in its Authorization header, or this network,"} may lack the right. ${at.canSignIn ? "Sign in with another account, or give the header it asks for, such as Authorization, in its definition" : "Edit the server and give a key that has it"}, then connect again.`,
    {
      key: at.canSignIn ? "serverForbids" : "serverForbidsKey",
      params: { server: at.server },
      ...withWords(said),
    },
  );

const redirected = (at: Where, said: string): Failed => {
  const target = /Redirect to (\S+) not followed/.exec(said)?.[1]?.slice(0, 500) ?? said;
  return fail(
    "denied",
    `The server "${at.server}" points to another address, which is not followed by itself: ${target}. If you trust it, edit the server and give that address.`,
    { key: "serverRedirects", params: { server: at.server, target } },
  );
};

/** Statuses that say that the path, or this way of asking, is not known there. */
const notThere = new Set([404, 405, 410, 501]);

const answered = (at: Where, status: number, said: string): Failed => {
  const about = { params: { server: at.server, url: at.url, status: named(status) }, ...withWords(said) };
  if (notThere.has(status))
    return fail(
      "notFound",
      `There is no MCP server at ${at.url}: it answers ${named(status)}. Check the address, its path above all; it often ends in /mcp or /sse.`,
      { key: "serverNoMcpThere", ...about },
    );
  if (status === 429)
    return fail(
      "resourceExhausted",
      `The server "${at.server}" has had too many requests (${named(status)}). Wait a minute, then connect again; if it stays so, look at the limits of your account there.`,
      { key: "serverTooBusy", ...about },
    );
  if (status >= 500)
    return fail(
      "unreachable",
      `The server "${at.server}" failed with ${named(status)}. The fault is on its side: try again later; if it stays so, tell whoever runs it.`,
      { key: "serverHttpFailed", ...about },
    );
  return fail(
    "invalidInput",
    `The server "${at.server}" refused the request with ${named(status)}. Read what it said, check the address and the headers it asks for, then connect again.`,
    { key: "serverHttpRefused", ...about },
  );
};

const signInNeeded = (at: Where, isAnnounced: boolean): Failed =>
  isAnnounced
    ? fail(
        "unauthorized",
        `The server "${at.server}" wants you to sign in (HTTP 401). Sign in on the servers page, then try again.`,
        { key: "serverSignInNeeded", params: { server: at.server } },
      )
    : fail(
        "unauthorized",
        `The server "${at.server}" wants a sign-in (HTTP 401) and does not say where. Sign in on the servers page; if it takes a key instead, edit the server and give the header it asks for, such as Authorization.`,
        { key: "serverSignInOrKey", params: { server: at.server } },
      );

const signInFailed = (at: Where, error: Error): Failed =>
  fail(
    "unauthorized",
    `Signing in to the server "${at.server}" failed: ${error.message} Look at its steps on the servers page, and sign in again there.`,
    { key: "signInFailedInUse", params: { server: at.server, ...whyOf(error) } },
  );

const ofError = (at: Where, error: unknown): Failed | null => {
  if (error instanceof SignInNeeded) return signInNeeded(at, error.isAnnounced);
  if (error instanceof SignInFailed || error instanceof OAuthError) return signInFailed(at, error);
  const network = networkReason(error);
  if (network !== null) return unreachable(at, network);
  const status = statusOf(error);
  if (status === null || status < 300 || !(error instanceof Error)) return null;
  if (status < 400) return redirected(at, error.message);
  if (status === 401) return refusedSignIn(at, wordsOf(error));
  return status === 403 ? forbidden(at, wordsOf(error)) : answered(at, status, wordsOf(error));
};

const webPage = (at: Where): Failed =>
  fail(
    "notFound",
    `${at.url} is a web page, not an MCP server. Give the address of the server itself; it often ends in /mcp or /sse, and its documentation names it.`,
    { key: "serverWebPage", params: { server: at.server, url: at.url } },
  );

/** What was wrong with an answer: in words, and under a name that other languages have their words for. */
const oddity = (error: unknown): readonly [name: string, reason: string] => {
  if (error instanceof SyntaxError) return ["notJson", "its answer is no JSON"];
  if (!(error instanceof Error)) return ["said", String(error)];
  if ("issues" in error) return ["malformed", "its answer is malformed"];
  if (error instanceof McpError)
    return ["said", error.message.replace(`MCP error ${error.code}: `, "").slice(0, 500)];
  const type = /Unexpected content type: (.*)$/.exec(error.message)?.[1];
  if (type === undefined) return ["said", wordsOf(error)];
  return type === "null"
    ? ["noType", "its answer has no content type"]
    : ["type", `it answers with ${type.slice(0, 200)}`];
};

const notMcp = (at: Where, [why, reason]: readonly [string, string]): Failed =>
  fail(
    "unreachable",
    `${at.url} answers, but does not speak MCP as it should: ${reason}. Check that it is the address of an MCP server.`,
    { key: "serverUrlNotMcp", params: { server: at.server, url: at.url, why, reason } },
  );

/** What came in place of an answer to `initialize`. */
const noHello = (at: Where, error: unknown): Failed =>
  error instanceof Error && /Unexpected content type: text\/html/.test(error.message)
    ? webPage(at)
    : notMcp(at, oddity(error));

const silent = (at: Where, afterMs: number): Failed =>
  fail(
    "timedOut",
    `The server "${at.server}" at ${at.url} did not answer within ${Math.round(afterMs / 1000)} s. Check the address, its port above all, and that the server is not stuck; then connect again.`,
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

/** The server answered a call with what is no answer, such as the page of a proxy. */
const oddAnswer = (at: Where, tool: string, [why, reason]: readonly [string, string]): Failed =>
  fail(
    "unreachable",
    `The server "${at.server}" did not answer "${tool}" as MCP has it: ${reason}. It is not known whether the call took effect; look at what it may have done before trying again.`,
    { key: "serverAnswerOdd", params: { server: at.server, tool, why, reason } },
  );

/** Whether what came was read, but is no message. */
const isOdd = (error: unknown): error is Error =>
  error instanceof Error &&
  (error instanceof SyntaxError || "issues" in error || /Unexpected content type/.test(error.message));

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
      if (isLost(error))
        return tool === null
          ? notMcp(at, ["noAnswer", "it took the first message and never answered it"])
          : lostAnswer(at, tool);
      if (tool !== null && isCut(error)) return lostAnswer(at, tool);
      const known = ofError(at, error);
      if (known !== null || (tool !== null && !isOdd(error))) return known;
      return tool === null ? noHello(at, error) : oddAnswer(at, tool, oddity(error));
    }
  }
};
