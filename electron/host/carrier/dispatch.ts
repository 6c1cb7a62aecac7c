import {
  fail,
  MAX_REQUEST_CHARS,
  requests,
  WireRequest,
  type Handlers,
  type RequestName,
  type Result,
} from "../../../shared/contract/index.ts";
import { internalFailure } from "../requests/index.ts";
import { LogError, logFailure } from "../log/index.ts";

/** Turns one request text into one answer text. Never rejects; the answer to a text without a readable id has `id: null`. */
export type Dispatch = (text: string) => Promise<string>;

const isKnown = (method: string): method is RequestName => Object.hasOwn(requests, method);

const readableIssue = (issues: readonly { path: PropertyKey[]; message: string }[]): string =>
  issues
    .slice(0, 5)
    .map(
      (issue) => `${issue.path.length > 0 ? issue.path.map(String).join(".") : "params"}: ${issue.message}`,
    )
    .join("; ");

const answer = async (
  handlers: Handlers,
  method: string,
  params: unknown,
  report: (error: unknown) => void,
): Promise<Result<unknown>> => {
  if (!isKnown(method))
    return fail("notAvailable", `There is no request "${method.slice(0, 100)}" in this version.`, {
      key: "notAvailable",
      params: { what: method.slice(0, 100) },
    });
  const parsed = requests[method].input.safeParse(params ?? {});
  if (!parsed.success) return fail("invalidInput", `${method}: ${readableIssue(parsed.error.issues)}.`);
  const handler = handlers[method] as (input: unknown) => Promise<Result<unknown>>;
  try {
    return await handler(parsed.data);
  } catch (error) {
    if (error instanceof LogError) return { ok: false, error: logFailure(error) };
    report(error);
    return internalFailure(error);
  }
};

const parseEnvelope = (text: string): WireRequest | null => {
  try {
    const parsed = WireRequest.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON: answered below like any other text that is no request.
    return null;
  }
};

/** Makes the dispatcher: strict parsing, size cap, and one place where faults of ours are caught (`report`). */
export const createDispatch =
  (handlers: Handlers, report: (error: unknown) => void): Dispatch =>
  async (text) => {
    if (text.length > MAX_REQUEST_CHARS)
      return JSON.stringify({
        id: null,
        ...fail(
          "invalidInput",
          `A request may hold ${MAX_REQUEST_CHARS} characters at most; this one has ${text.length}.`,
        ),
      });
    const request = parseEnvelope(text);
    if (!request)
      return JSON.stringify({
        id: null,
        ...fail(
          "invalidInput",
          'A request is one JSON object: {"id":1,"method":"session.list","params":{}}.',
        ),
      });
    return JSON.stringify({
      id: request.id,
      ...(await answer(handlers, request.method, request.params, report)),
    });
  };
