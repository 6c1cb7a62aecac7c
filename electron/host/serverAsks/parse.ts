import type { JsonObject, ServerAsk } from "../../../shared/contract/index.ts";
import { clipText } from "../../../shared/text/index.ts";

/** What a server asked, without the facts that the room adds; or why it cannot be put to a person. */
export type Parsed =
  { readonly ok: true; readonly what: What } | { readonly ok: false; readonly why: string };

type Facts = "askId" | "serverId" | "serverName" | "requestedAt";
type Bare<T> = T extends unknown ? Omit<T, Facts> : never;
export type What = Bare<ServerAsk>;

/** Longest text of a server that is shown to a person, in characters. */
const MAX_TEXT = 20_000;
const MAX_FIELDS = 50;
const MAX_MESSAGES = 200;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === "string" ? clipText(value, MAX_TEXT) : "");

/** A page to open: https, or http on this machine, and nothing else that the system could be made to open. */
const pageProblem = (url: string): string | null => {
  if (!URL.canParse(url)) return "its address is no URL";
  const { protocol, hostname, username } = new URL(url);
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (username !== "") return "its address holds a user name";
  return protocol === "https:" || (protocol === "http:" && isLoopback)
    ? null
    : `its address begins with ${protocol}`;
};

/** A page to sign in at. */
export const parsePage = (url: string): Parsed => {
  const problem = pageProblem(url);
  return problem === null
    ? { ok: true, what: { kind: "signIn", url, isRunning: false } }
    : { ok: false, why: `The sign-in page cannot be opened: ${problem}.` };
};

/** Reads an `elicitation/create` request. */
export const parseElicitation = (params: JsonObject): Parsed => {
  const message = textOf(params["message"]);
  if (params["mode"] === "url") {
    const url = typeof params["url"] === "string" ? params["url"] : "";
    const problem = pageProblem(url);
    return problem === null
      ? { ok: true, what: { kind: "url", message, url } }
      : { ok: false, why: `The page cannot be opened: ${problem}.` };
  }
  const schema = params["requestedSchema"];
  if (!isObject(schema) || !isObject(schema["properties"]))
    return { ok: false, why: "The form has no schema with properties." };
  const fields = Object.keys(schema["properties"]).length;
  if (fields > MAX_FIELDS)
    return { ok: false, why: `The form has ${fields} fields; ${MAX_FIELDS} are the most.` };
  return { ok: true, what: { kind: "form", message, schema } };
};

const partText = (part: unknown): string => {
  if (!isObject(part)) return "";
  if (part["type"] === "text") return textOf(part["text"]);
  return `[${typeof part["type"] === "string" ? part["type"] : "unknown"}: not sent to the model]`;
};

/** Reads a `sampling/createMessage` request; parts that are no text are named, not sent. */
export const parseSampling = (params: JsonObject): Parsed => {
  const list = Array.isArray(params["messages"]) ? (params["messages"] as unknown[]) : [];
  if (list.length === 0) return { ok: false, why: "The request has no messages." };
  if (list.length > MAX_MESSAGES)
    return { ok: false, why: `The request has ${list.length} messages; ${MAX_MESSAGES} are the most.` };
  if (Array.isArray(params["tools"]) && params["tools"].length > 0)
    return { ok: false, why: "Sampling with tools is not offered by this client." };
  const messages = list.filter(isObject).map((one) => ({
    role: one["role"] === "assistant" ? ("assistant" as const) : ("user" as const),
    text: [one["content"]].flat().map(partText).join("\n"),
  }));
  const systemPrompt = textOf(params["systemPrompt"]);
  const { maxTokens } = params;
  return {
    ok: true,
    what: {
      kind: "sampling",
      messages,
      isRunning: false,
      ...(systemPrompt === "" ? {} : { systemPrompt }),
      ...(typeof maxTokens === "number" && Number.isInteger(maxTokens) && maxTokens > 0 ? { maxTokens } : {}),
    },
  };
};
