import { fail, type Failure } from "../../../../shared/contract/index.ts";
import type { Ending } from "../stdio/index.ts";

/** What is known of a server at the moment something failed. */
export interface Circumstances {
  readonly server: string;
  readonly ending: Ending | null;
  /** The last 8 KB of stderr. */
  readonly lastWords: string;
  /** Lines on stdout that were no messages. */
  readonly noise: number;
}

const howItEnded = (ending: Ending | null): string => {
  if (ending?.deaf !== undefined) return `it closed its ${ending.deaf}`;
  if (ending?.signal) return `signal ${ending.signal}`;
  return ending?.exitCode === undefined || ending.exitCode === null
    ? "no exit code"
    : `exit code ${ending.exitCode}`;
};

/** The same for other languages: `ended` names the kind, `end` is the code or signal. */
const endOf = (ending: Ending | null): { how: string; ended: string; end: string | number } => {
  const how = howItEnded(ending);
  if (ending?.deaf !== undefined) return { how, ended: ending.deaf, end: "" };
  if (ending?.signal) return { how, ended: "signal", end: ending.signal };
  const code = ending?.exitCode ?? null;
  return code === null ? { how, ended: "somehow", end: "" } : { how, ended: "code", end: code };
};

/** The last word for other languages, which bring the words around it. */
const wordOf = (text: string): { lastWord: string; words: string } => {
  const lastWord = lastLine(text);
  return { lastWord, words: lastWord === "" ? "none" : "some" };
};

const detailOf = ({ lastWords }: Circumstances): { detail?: string } =>
  lastWords === "" ? {} : { detail: `The end of its stderr:\n${lastWords}` };

const lastLine = (text: string): string =>
  text
    .split("\n")
    .findLast((line) => line.trim() !== "")
    ?.trim()
    .slice(0, 300) ?? "";

const itsLastWord = ({ lastWords }: Circumstances): string => {
  const line = lastLine(lastWords);
  return line === "" ? "" : ` Its last word was: ${/[.!?]$/.test(line) ? line : `${line}.`}`;
};

const noiseNote = ({ noise }: Circumstances): string =>
  noise === 0
    ? ""
    : ` It wrote ${noise === 1 ? "a line to stdout that is no MCP message" : `${noise} lines to stdout that are no MCP messages`}; they are in its log.`;

type Failed = ReturnType<typeof fail>;

/** The process ended before the connection stood. */
export const diedAtStart = (at: Circumstances): Failed =>
  fail(
    "unreachable",
    `The server "${at.server}" ended while it was starting (${howItEnded(at.ending)}).${itsLastWord(at)} Check its command, arguments and environment, then start it again.`,
    {
      key: "serverDied",
      params: { server: at.server, ...endOf(at.ending), ...wordOf(at.lastWords) },
      ...detailOf(at),
    },
  );

/** The process ended while it was in use. */
export const diedInUse = (at: Circumstances): Failed =>
  fail(
    "unreachable",
    `The server "${at.server}" ended unexpectedly (${howItEnded(at.ending)}).${itsLastWord(at)} Start it again.`,
    {
      key: "serverDiedInUse",
      params: { server: at.server, ...endOf(at.ending), ...wordOf(at.lastWords) },
      ...detailOf(at),
    },
  );

/** No answer to `initialize` in time. */
export const startTimedOut = (at: Circumstances, timeoutMs: number): Failed =>
  fail(
    "timedOut",
    `The server "${at.server}" did not answer within ${Math.round(timeoutMs / 1000)} s.${noiseNote(at)}${itsLastWord(at)} Check that the command starts an MCP server on stdio, then start it again.`,
    {
      key: "serverTimedOut",
      params: {
        server: at.server,
        seconds: Math.round(timeoutMs / 1000),
        noise: at.noise,
        lastWord: lastLine(at.lastWords),
        silence: at.noise > 0 ? "noise" : wordOf(at.lastWords).words,
      },
      ...detailOf(at),
    },
  );

/** Something answered, but not as an MCP server that we understand. */
export const notMcp = (at: Circumstances, reason: string, why: "said" | "malformed" = "said"): Failed =>
  fail(
    "unreachable",
    `The command of "${at.server}" runs, but does not speak MCP as it should: ${reason}. Check that it is an MCP server for stdio.`,
    {
      key: "serverNotMcp",
      params: { server: at.server, reason: reason.slice(0, 500), why },
      ...detailOf(at),
    },
  );

/** It speaks revisions of the protocol that this app does not know. */
export const otherVersions = (server: string, versions: readonly string[]): Failed => {
  const named = versions.map((version) => version.slice(0, 40)).join(", ");
  return fail(
    "notAvailable",
    `The server "${server}" speaks only revisions of MCP that this version of Loopwright does not know: ${named}. Look for a newer Loopwright, or an older version of the server.`,
    { key: "serverOtherVersions", params: { server, versions: named } },
  );
};

/** The system refused to start the process. */
export const cannotStart = (at: Circumstances, error: NodeJS.ErrnoException): Failed =>
  fail(
    "unreachable",
    `The server "${at.server}" could not be started: ${error.message}. Check that its command may be run, then start it again.`,
    {
      key: "serverCannotStart",
      params: { server: at.server, reason: error.code ?? error.message },
      detail: error.message,
    },
  );

/** A call to a server that does not run. */
export const notRunning = (server: string): Failed =>
  fail(
    "unreachable",
    `The server "${server}" is not running. Start it on the servers page, then try again.`,
    {
      key: "serverNotRunning",
      params: { server },
    },
  );

/** The connection went away with the call out: nobody knows whether it took effect. */
export const diedInCall = (at: Circumstances, tool: string): Failed =>
  fail(
    "unreachable",
    `The server "${at.server}" went away (${howItEnded(at.ending)}) while "${tool}" was running, so it is not known whether the call took effect.${itsLastWord(at)} Look at what it may have done before trying again.`,
    {
      key: "serverDiedInCall",
      params: { server: at.server, tool, ...endOf(at.ending) },
      ...detailOf(at),
    },
  );

/** The server was told to cancel after `afterMs` of silence, or in all. */
export const callTimedOut = (server: string, tool: string, afterMs: number): Failed =>
  fail(
    "timedOut",
    `"${tool}" of the server "${server}" gave no result within ${Math.round(afterMs / 100) / 10} s and was cancelled. It may have taken effect in part; try a smaller task or a longer time limit.`,
    { key: "callTimedOut", params: { server, tool, seconds: Math.round(afterMs / 100) / 10 } },
  );

/** The caller gave the call up. */
export const callCancelled = (server: string, tool: string): Failed =>
  fail("denied", `"${tool}" of the server "${server}" was cancelled. It may have taken effect in part.`, {
    key: "callCancelled",
    params: { server, tool },
  });

/** The server's own refusal, in its own words. */
export const callRefused = (tool: string, reason: string, code: number): Failed =>
  fail(
    "invalidInput",
    reason === "" ? `The server refused the call of "${tool}" without a reason.` : reason,
    {
      key: "callRefused",
      params: { tool, reason, code },
    },
  );

/** The answer was longer than can be read. The server goes on. */
export const resultTooLarge = (tool: string, reason: string): Failed =>
  fail("resourceExhausted", `The result of "${tool}" is too large: ${reason} Ask for less at a time.`, {
    key: "resultTooLarge",
    params: { tool, reason },
  });

/** For what must not happen: the message says where to look. */
export const callBroken = (tool: string, error: unknown): Failed => {
  const reason = error instanceof Error ? error.message : String(error);
  return fail("internal", `The call of "${tool}" failed in the host: ${reason}. Please report this.`, {
    key: "callBroken",
    params: { tool, reason },
  });
};

export const failureOf = (failed: Failed): Failure => failed.error;
