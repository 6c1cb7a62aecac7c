import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  ErrorCode,
  McpError,
  type ClientCapabilities,
  type JSONRPCMessage,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import type { AskAnswer, ServerAsks } from "../asks.ts";
import { isJsonObject } from "../schema/index.ts";

/** What the client says it can do; each has its handler below. */
export const capabilitiesFor = (asks: ServerAsks | undefined): ClientCapabilities =>
  asks === undefined
    ? {}
    : {
        elicitation: { form: { applyDefaults: true }, url: {} },
        sampling: {},
        ...(asks.roots === undefined ? {} : { roots: { listChanged: true } }),
      };

const USER_REJECTED = -1;

const taken = (answer: AskAnswer): JsonObject => {
  if (answer.kind === "answered") return answer.result;
  throw new McpError(USER_REJECTED, answer.reason);
};

/** A filled-in form with the defaults of what was left out (capability `applyDefaults`). */
const withDefaults = (params: JsonObject, answer: JsonObject): JsonObject => {
  const schema = params["requestedSchema"];
  const { action, content } = answer;
  if (action !== "accept" || !isJsonObject(content)) return answer;
  if (!isJsonObject(schema) || !isJsonObject(schema["properties"])) return answer;
  const defaults = Object.entries(schema["properties"]).flatMap(([name, property]) =>
    isJsonObject(property) && property["default"] !== undefined ? [[name, property["default"]] as const] : [],
  );
  return { ...answer, content: { ...Object.fromEntries(defaults), ...content } };
};

/** Told of each message before the client, for what the client overlooks. */
type Tap = (message: JSONRPCMessage) => void;

/**
 * Hands a server's requests on as they came: what is wrong with them the person's side says, in its own words, and the server's log
 * shows.
 * @returns what must hear of each message: the client takes no cancellation of a request with the id 0, the first of most servers
 */
export const serveAsks = (client: Client, asks: ServerAsks, urlOf: (path: string) => string): Tap => {
  const overlooked = new Map<string | number, AbortController>();
  const untilCancelled = async <T>(
    id: string | number,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    if (id !== 0 && id !== "") return ask(signal);
    const own = new AbortController();
    overlooked.set(id, own);
    return ask(AbortSignal.any([signal, own.signal])).finally(() => overlooked.delete(id));
  };
  client.fallbackRequestHandler = async ({ id, method, params: given }, { signal }) => {
    const params = isJsonObject(given) ? given : {};
    switch (method) {
      case "elicitation/create":
        return withDefaults(
          params,
          taken(await untilCancelled(id, signal, (until) => asks.elicit(params, until))),
        );
      case "sampling/createMessage":
        return taken(await untilCancelled(id, signal, (until) => asks.sample(params, until)));
      case "roots/list":
        if (asks.roots !== undefined)
          return { roots: asks.roots().map(({ path, name }) => ({ uri: urlOf(path), name })) };
        break;
      default:
    }
    throw new McpError(ErrorCode.MethodNotFound, `There is no ${method.slice(0, 100)} here.`);
  };
  return (message) => {
    if (!("method" in message) || message.method !== "notifications/cancelled") return;
    const { requestId } = (message.params ?? {}) as { readonly requestId?: unknown };
    if (requestId === 0 || requestId === "") overlooked.get(requestId)?.abort();
  };
};
