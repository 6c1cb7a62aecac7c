import { faults, type Fault } from "./failures.ts";
import { retryAfterMs } from "./retryAfter.ts";
import { readSaidError, type SaidError } from "./saidError.ts";

/** An answer whose status says that the request failed, with the start of its body. */
export interface StatusAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Where the request went: what a sentence about it has to name. */
export interface Asked {
  readonly baseUrl: string;
  readonly model: string;
}

const overflowWords =
  /context[ _-]?(?:length|window|size|limit)|maximum context|prompt is too long|too many (?:input )?tokens|input is too long|exceeds? the (?:available )?context|reduce the length of|request too large|n_ctx/i;
const quotaWords = /insufficient_quota|billing|quota exceeded|exceeded your current quota|payment required/i;
const overloadWords =
  /overloaded|over capacity|at capacity|service_unavailable|unavailable_error|server is busy|loading model/i;
const limitWords = /rate_limit|rate limit|too many requests|ratelimit/i;
const passingWords =
  /server_error|internal_error|internal server error|api_error|timeout|upstream|provider returned error/i;
const keyWords = /invalid_api_key|authentication_error|permission_error|unauthorized/i;

/** True for text that is a web page, not an API's answer. */
export const looksLikeHtml = (text: string): boolean =>
  /^\s*(?:<!doctype html|<html|<head|<body|<\?xml[^>]*>\s*<!doctype html|<!--)/i.test(text);

/** The page's own title as plain text, at most 120 characters; empty when it has none. */
export function titleOf(html: string): string {
  const raw =
    /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1] ?? "";
  return raw.replace(/\s+/g, " ").trim().slice(0, 120);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller looks at the text itself.
    return undefined;
  }
}

/** Judges an error that came inside an answer with status 200: as a JSON document or as an event of the stream (PV-02, PV-05). */
export function faultOfSaid(said: SaidError, asked: Asked, retryAfter: number | null = null): Fault {
  const all = `${said.kind} ${said.message}`;
  const status = said.status ?? 200;
  if (overflowWords.test(all)) return faults.contextOverflow(said.message, status);
  if (quotaWords.test(all)) return faults.outOfQuota(said.message, status);
  if (limitWords.test(all) || status === 429) return faults.rateLimited(retryAfter, said.message);
  if (overloadWords.test(all) || status === 529 || status === 503)
    return faults.overloaded(retryAfter, said.message);
  if (keyWords.test(said.kind) || status === 401)
    return faults.unauthorized(asked.baseUrl, 401, said.message);
  const isPassing = status >= 500 || passingWords.test(all);
  const next = isPassing
    ? "This may pass: try again."
    : "Check the base address (it often ends in /v1), the model's name and its settings.";
  return faults.serverSaid(said.message, status, next, { isPassing, retryAfterMs: retryAfter });
}

function notFoundFault(answer: StatusAnswer, asked: Asked, said: string, kind: string): Fault {
  const url = `${asked.baseUrl}/chat/completions`;
  if (/model/i.test(`${said} ${kind}`) && !/endpoint|route|path|url/i.test(said)) {
    return faults.serverSaid(
      said,
      answer.status,
      `Choose a model that this server offers instead of ${JSON.stringify(asked.model)}: testing the model lists them.`,
    );
  }
  const hint = /\/v\d+[a-z]*$/i.test(asked.baseUrl)
    ? "Check the base address and that an OpenAI-compatible API runs there."
    : `Check the base address: perhaps it is ${asked.baseUrl}/v1.`;
  return faults.notFound(url, answer.status, said, hint);
}

/** 400, 413, 422 and the like: the provider's own sentence counts. */
function refusedFault(answer: StatusAnswer, asked: Asked, said: SaidError | null, text: string): Fault {
  const { status } = answer;
  const sentence = said?.message ?? (text === "" ? "it gave no reason" : text);
  if (status === 413 || overflowWords.test(`${said?.kind ?? ""} ${sentence}`)) {
    return faults.contextOverflow(sentence, status);
  }
  if (quotaWords.test(`${said?.kind ?? ""} ${sentence}`) || status === 402)
    return faults.outOfQuota(sentence, status);
  if (status === 400 && keyWords.test(said?.kind ?? ""))
    return faults.unauthorized(asked.baseUrl, status, sentence);
  const isPassing = status === 408 || status === 409 || status === 425;
  const next = isPassing
    ? "This may pass: try again."
    : "Change what it names in the model's settings, then try again.";
  return faults.serverSaid(sentence, status, next, { isPassing });
}

/** Judges an answer with a failure status: code first, then what the body says (PV-01, PV-05, PV-06). Pure; `nowMs` is for dates in `Retry-After`. */
export function faultOfStatus(answer: StatusAnswer, asked: Asked, nowMs: number): Fault {
  const { status, body } = answer;
  const isHtml = looksLikeHtml(body);
  const said = isHtml ? null : readSaidError(parseJson(body));
  const text = isHtml ? titleOf(body) : body.trim();
  const sentence = said?.message ?? text;
  const wait = retryAfterMs(answer.headers, nowMs);
  if (status === 401 || status === 403) return faults.unauthorized(asked.baseUrl, status, sentence);
  if (status === 429) {
    return quotaWords.test(`${said?.kind ?? ""} ${sentence}`)
      ? faults.outOfQuota(sentence, status)
      : faults.rateLimited(wait, sentence);
  }
  if (status === 529 || status === 503) return faults.overloaded(wait, sentence);
  if (status === 404 || status === 405) return notFoundFault(answer, asked, sentence, said?.kind ?? "");
  if (status >= 500) return fiveHundred(answer, said, sentence, wait);
  if (isHtml) return faults.htmlPage(asked.baseUrl, titleOf(body), status);
  return refusedFault(answer, asked, said, text);
}

function fiveHundred(
  answer: StatusAnswer,
  said: SaidError | null,
  sentence: string,
  wait: number | null,
): Fault {
  const { status } = answer;
  if (said === null || status !== 500) return faults.gateway(status, wait, sentence);
  // Some local servers answer 500 for a prompt that does not fit.
  if (overflowWords.test(said.message)) return faults.contextOverflow(said.message, status);
  if (overloadWords.test(said.message)) return faults.overloaded(wait, said.message);
  return faults.serverSaid(said.message, status, "This may pass: try again.", {
    isPassing: true,
    retryAfterMs: wait,
  });
}
