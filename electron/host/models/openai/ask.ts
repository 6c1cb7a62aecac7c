import type OpenAI from "openai";
import { faultOfStatus, type StatusAnswer } from "../classify.ts";
import { defaultPatience, type ModelDeps } from "../deps.ts";
import { faults, type Fault } from "../failures.ts";
import { faultOfNetwork } from "../networkFault.ts";
import { maskSecrets } from "../secrets.ts";

/** Sent where there is no key: the SDK wants one, local servers ignore it. */
const placeholderKey = "none";
/** Most bytes of a failed answer's body that are looked at. */
const bodyChars = 64 * 1024;

/** Carries a failure status out of the SDK, which would drop the body. */
class StatusError extends Error {
  readonly answer: StatusAnswer;
  constructor(answer: StatusAnswer) {
    super("the answer has a failure status");
    this.answer = answer;
  }
}

async function startOfBody(response: Response): Promise<string> {
  const text = await response.text().catch(() => "");
  return text.slice(0, bodyChars);
}

function checkedFetch(deps: ModelDeps): typeof fetch {
  const inner = deps.fetchImpl ?? fetch;
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.ok) return response;
    const body = maskSecrets(await startOfBody(response), deps.apiKey);
    throw new StatusError({ status: response.status, headers: response.headers, body });
  };
}

/**
 * Makes the SDK's client: no retries (the loop's business, LOOP-10), nothing taken from the environment. Loaded on first
 * use: the package costs a host that only shows old sessions 80 ms.
 */
export async function openClient(baseUrl: string, deps: ModelDeps): Promise<OpenAI> {
  const { default: Client } = await import("openai");
  const patience = deps.patience ?? defaultPatience;
  return new Client({
    apiKey: deps.apiKey === null || deps.apiKey === "" ? placeholderKey : deps.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: baseUrl,
    maxRetries: 0,
    // Own timers watch the answer; this one only has to be later.
    timeout: patience.firstByteMs + patience.idleMs,
    logLevel: "off",
    fetch: checkedFetch(deps),
  });
}

function statusErrorIn(error: unknown): StatusError | null {
  let at = error;
  for (let depth = 0; depth < 6 && at instanceof Error; depth++) {
    if (at instanceof StatusError) return at;
    at = at.cause;
  }
  return null;
}

/** Takes the key out of everything a fault says. */
export function maskFault(fault: Fault, apiKey: string | null): Fault {
  const { error } = fault;
  const mask = (text: string): string => maskSecrets(text, apiKey);
  const params = Object.entries(error.params ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? mask(value) : value,
  ]);
  return {
    ...fault,
    error: {
      ...error,
      message: mask(error.message),
      ...(error.params === undefined
        ? {}
        : { params: Object.fromEntries(params) as NonNullable<typeof error.params> }),
      ...(error.detail === undefined ? {} : { detail: mask(error.detail) }),
    },
  };
}

/** Judges whatever a request threw before an answer could be read. */
export function faultOfThrown(error: unknown, baseUrl: string, model: string, deps: ModelDeps): Fault {
  const failed = statusErrorIn(error);
  const fault =
    failed === null
      ? thrownFault(error, baseUrl)
      : faultOfStatus(failed.answer, { baseUrl, model }, deps.clock.now());
  return maskFault(fault, deps.apiKey);
}

function thrownFault(error: unknown, baseUrl: string): Fault {
  const isNetwork =
    error instanceof Error &&
    (error.name === "TypeError" || error.constructor.name.startsWith("APIConnection"));
  return isNetwork
    ? faultOfNetwork(error, baseUrl)
    : faults.bug(error instanceof Error ? error.message : String(error));
}
