import { chunks, cut, raw, says, type Reply } from "../fakes/modelServer.ts";
import { toModel } from "./table.ts";
import { isObject, NotRun, type Json } from "./types.ts";

/** The same value with every `function.name` of a tool call in our names. */
const withOurNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withOurNames);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== "function" || !isObject(item) || typeof item["name"] !== "string")
        return [key, withOurNames(item)];
      return [key, { ...item, name: toModel(item["name"]) }];
    }),
  );
};

/** A stream of a case as the model's answer. @throws NotRun for a dialect or an end nobody here speaks */
export const streamReply = (stream: Json): Reply => {
  const { dialect, chunks: list, end } = stream;
  if (dialect !== "openai-chat" || !Array.isArray(list))
    throw new NotRun(`not built yet: stream dialect ${String(dialect)}`);
  const ours = list.map(withOurNames);
  if (end === "[DONE]") return chunks(ours);
  if (end === "close") return chunks(ours, null);
  if (end === "reset") return cut(chunks(ours, null), ours.length);
  throw new NotRun(`not built yet: stream end ${String(end)}`);
};

/** Fills in what is only known when the answer is sent: `<now+4s as HTTP date>`. */
const fillIn = (text: string): string =>
  text.replaceAll(/<now\+(\d+)s as HTTP date>/g, (_, seconds: string) =>
    new Date(Date.now() + Number(seconds) * 1000).toUTCString(),
  );

const words: readonly string[] = ["status", "headers", "json", "raw", "stream_text"];

/** An answer of a mock provider; made when it is asked for, because dates in it count from then. */
export const providerReply = (entry: Json): (() => Reply) => {
  if ("after_text" in entry) return () => textThenError(entry);
  const odd = Object.keys(entry).find((key) => !words.includes(key));
  if (odd !== undefined) throw new NotRun(`not built yet: provider answer with ${odd}`);
  const { status, headers, json, raw: body, stream_text: text } = entry;
  if (typeof text === "string") return () => says(text);
  const given = isObject(headers)
    ? Object.entries(headers).map(([name, value]) => [name, String(value)])
    : [];
  const content = json !== undefined ? JSON.stringify(json) : typeof body === "string" ? body : "";
  const type = json !== undefined ? "application/json" : "text/event-stream";
  return () => {
    const filled = given.map(([name = "", value = ""]) => [name, fillIn(value)] as const);
    return raw(content, Number(status ?? 200), { "content-type": type, ...Object.fromEntries(filled) });
  };
};

const textThenError = (entry: Json): Reply => {
  const text = {
    choices: [{ index: 0, delta: { role: "assistant", content: String(entry["after_text"]) } }],
  };
  const error = { type: "error", error: { type: String(entry["then_error"]), message: "busy" } };
  return chunks([text, error], null);
};
