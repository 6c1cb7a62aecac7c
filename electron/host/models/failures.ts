import type { ErrorCode, Failure } from "../../../shared/contract/index.ts";
import type { ModelFailure } from "./types.ts";

/** A failure without the text that had streamed in: what is known from the fault alone. */
export type Fault = Omit<ModelFailure, "text" | "reasoning">;

type Traits = Partial<Omit<Fault, "error">>;

/** Most characters of a server's own sentence that are repeated to the person. */
const quoteChars = 400;
/** Most characters kept as technical detail. */
const detailChars = 2000;

const clip = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max)}…`);

const fault = (
  code: ErrorCode,
  key: string,
  message: string,
  params: NonNullable<Failure["params"]>,
  traits: Traits = {},
  detail = "",
): Fault => ({
  error: { code, message, key, params, ...(detail === "" ? {} : { detail: clip(detail, detailChars) }) },
  isPassing: false,
  isCancelled: false,
  isContextOverflow: false,
  retryAfterMs: null,
  ...traits,
});

const ended = (text: string): string => (/[.!?。！？]$/.test(text) ? text : `${text}.`);

/** Each way a model request can fail, in words for a person. None of them holds a secret: callers mask what they pass in. */
export const faults = {
  /** Nobody answered: connection refused, unknown host, TLS. `next` is what helps in this very case. */
  unreachable: (baseUrl: string, cause: string, next: string, detail: string): Fault =>
    fault(
      "unreachable",
      "modelUnreachable",
      `The model server at ${baseUrl} cannot be reached: ${ended(cause)} ${next}`,
      { baseUrl, cause },
      { isPassing: true },
      detail,
    ),
  silent: (baseUrl: string, seconds: number, hasStarted: boolean): Fault =>
    fault(
      "timedOut",
      "modelSilent",
      `The model server at ${baseUrl} ${hasStarted ? "fell silent in the middle of its answer" : "did not begin to answer"} for ${seconds} s, so the request was given up. Check that the server is well, or try again.`,
      { baseUrl, seconds },
      { isPassing: true },
    ),
  unauthorized: (baseUrl: string, status: number, said: string): Fault =>
    fault(
      "unauthorized",
      "modelUnauthorized",
      `The model server at ${baseUrl} refused the key (${status}). Check that the key is right, not expired and allowed to use this model, then save it again.`,
      { baseUrl, status },
      {},
      said,
    ),
  keyMissing: (baseUrl: string): Fault =>
    fault(
      "unauthorized",
      "modelUnauthorized",
      `${baseUrl} needs a key and none is stored. Add the key to this model and try again.`,
      { baseUrl, status: 401 },
    ),
  htmlPage: (baseUrl: string, title: string, status: number): Fault =>
    fault(
      "unreachable",
      "modelHtmlPage",
      `The address ${baseUrl} answered with a web page${title === "" ? "" : ` (${title})`} instead of a model's answer. Check the base address: it often ends in /v1; a proxy or a sign-in page can also stand in the way.`,
      { baseUrl, title, status },
    ),
  notFound: (url: string, status: number, said: string, hint: string): Fault =>
    fault(
      "notFound",
      "modelNotFound",
      `The server has nothing at ${url} (${status}${said === "" ? "" : `: ${clip(said, quoteChars)}`}). ${hint}`,
      { url, status, said: clip(said, quoteChars) },
      {},
      said,
    ),
  serverSaid: (said: string, status: number, next: string, traits: Traits = {}): Fault =>
    fault(
      traits.isPassing === true ? "unreachable" : "invalidInput",
      "modelServerSaid",
      `The model server refused the request${status === 200 ? "" : ` (${status})`}: ${ended(clip(said, quoteChars))} ${next}`,
      { said: clip(said, quoteChars), status },
      traits,
      said,
    ),
  outOfQuota: (said: string, status: number): Fault =>
    fault(
      "resourceExhausted",
      "modelServerSaid",
      `The provider says that the account has used up its quota (${status}): ${ended(clip(said, quoteChars))} Waiting does not help: check the plan and billing there, or choose another model.`,
      { said: clip(said, quoteChars), status },
      {},
      said,
    ),
  rateLimited: (retryAfter: number | null, said: string): Fault => {
    const seconds = retryAfter === null ? 0 : Math.ceil(retryAfter / 1000);
    const wait = retryAfter === null ? "It did not say for how long." : `It asks to wait ${seconds} s.`;
    return fault(
      "resourceExhausted",
      "modelRateLimited",
      `The provider limits the rate of requests (429). ${wait} Wait and try again, or choose another model.`,
      { seconds },
      { isPassing: true, retryAfterMs: retryAfter },
      said,
    );
  },
  overloaded: (retryAfter: number | null, said: string): Fault =>
    fault(
      "resourceExhausted",
      "modelOverloaded",
      `The model server is overloaded${said === "" ? "" : ` (${clip(said, quoteChars)})`}. Wait and try again, or choose another model.`,
      { seconds: retryAfter === null ? 0 : Math.ceil(retryAfter / 1000), said: clip(said, quoteChars) },
      { isPassing: true, retryAfterMs: retryAfter },
      said,
    ),
  gateway: (status: number, retryAfter: number | null, said: string): Fault =>
    fault(
      "unreachable",
      "modelGateway",
      `The model server or a gateway before it failed (gateway error ${status}). This mostly passes: try again; if it stays, check the server's own log.`,
      { status },
      { isPassing: true, retryAfterMs: retryAfter },
      said,
    ),
  contextOverflow: (said: string, status: number): Fault =>
    fault(
      "limitReached",
      "modelContextOverflow",
      "The conversation is too long for this model's context window. Shorten the last result, start a new session, or choose a model with a larger context.",
      { status, said: clip(said, quoteChars) },
      { isContextOverflow: true },
      said,
    ),
  cutStream: (cause: string): Fault =>
    fault(
      "unreachable",
      "modelCutStream",
      "The model's answer broke off before its end, so nothing it asked for was run. Try again; if it happens often, check the connection and the server's log.",
      {},
      { isPassing: true },
      cause,
    ),
  badAnswer: (what: string, detail: string): Fault =>
    fault(
      "damaged",
      "modelBadAnswer",
      `The server answered with something that is not a chat completion: ${ended(what)} Check that the address belongs to an OpenAI-compatible API.`,
      { cause: what },
      {},
      detail,
    ),
  cancelled: (): Fault =>
    fault(
      "denied",
      "modelCancelled",
      "The request was stopped. Send a message to go on.",
      {},
      { isCancelled: true },
    ),
  bug: (detail: string): Fault =>
    fault(
      "internal",
      "modelInternal",
      "The request to the model failed inside Loopwright. Try again; if it stays, report it with the detail.",
      {},
      {},
      detail,
    ),
} as const;
