import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";
import { soundHello } from "./hello.ts";

/** JSON-RPC code of an answer that breaks the protocol itself. */
const INTERNAL = -32_603;
/** Most of an odd answer that its stand-in quotes, in characters. */
const MAX_QUOTE = 500;
const RELATED_TASK = "io.modelcontextprotocol/related-task";

const isId = (id: unknown): id is string | number => typeof id === "string" || Number.isInteger(id);

const quoted = (value: unknown): string => JSON.stringify(value).slice(0, MAX_QUOTE);

/** What the protocol libraries read of `_meta`, and refuse the whole message over. */
const isSoundMeta = (meta: unknown): boolean => {
  if (!isJsonObject(meta)) return false;
  const task = meta[RELATED_TASK];
  const token = meta["progressToken"];
  return (
    (token === undefined || isId(token)) &&
    (task === undefined || (isJsonObject(task) && typeof task["taskId"] === "string"))
  );
};

const withoutOddMeta = (part: JsonObject): JsonObject => {
  if (!("_meta" in part) || isSoundMeta(part["_meta"])) return part;
  const { _meta, ...rest } = part;
  return rest;
};

const hasOnly = (raw: JsonObject, count: number): boolean => Object.keys(raw).length === count;

const soundError = (raw: JsonObject): JSONRPCMessage => {
  const { id, error } = raw;
  const given = isJsonObject(error) ? error : { message: error };
  const { code, message, data } = given;
  const isWhole = Number.isInteger(code) && typeof message === "string";
  if (isWhole && hasOnly(raw, 3) && isId(id)) return raw as unknown as JSONRPCMessage;
  const said = typeof message === "string" ? message : quoted(error);
  const name = typeof code === "string" && typeof message === "string" ? `${code}: ` : "";
  return {
    jsonrpc: "2.0",
    ...(isId(id) ? { id } : {}),
    error: {
      code: Number.isInteger(code) ? (code as number) : INTERNAL,
      message: `${name}${said}`,
      ...(data === undefined || data === null ? {} : { data }),
    },
  };
};

const soundResult = (raw: JsonObject): JSONRPCMessage | null => {
  const { id, result } = raw;
  if (!isId(id)) return null;
  if (result !== null && !isJsonObject(result))
    return {
      jsonrpc: "2.0",
      id,
      error: { code: INTERNAL, message: `It answered with what is no object: ${quoted(result)}` },
    };
  // Null is how some servers write "nothing", as for a ping.
  const whole = soundHello(withoutOddMeta(result ?? {}));
  return whole === result && hasOnly(raw, 3)
    ? (raw as unknown as JSONRPCMessage)
    : { jsonrpc: "2.0", id, result: whole };
};

/** Without the fields that are null: the libraries take a field that is absent, and refuse the message over one that is null. */
const withoutNulls = (part: JsonObject): JsonObject =>
  Object.values(part).includes(null)
    ? Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null))
    : part;

const soundCall = (raw: JsonObject): JSONRPCMessage | null => {
  const { id, method, params } = raw;
  if (id !== undefined && !isId(id)) return null;
  const given = isJsonObject(params) ? withoutOddMeta(withoutNulls(params)) : undefined;
  const isWhole = given === params && hasOnly(raw, 2 + Number("id" in raw) + Number("params" in raw));
  if (isWhole) return raw as unknown as JSONRPCMessage;
  return {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    method: String(method),
    ...(given === undefined ? {} : { params: given }),
  };
};

/**
 * A value as the JSON-RPC 2.0 message it means, or null where it means none. Servers write fields that they do not use as null,
 * add fields of their own, name errors by words; a library refuses such a message, and whoever waits for it waits until the time is
 * over. What is already sound is given back as it is, so that nothing is copied.
 */
export const sound = (raw: unknown): JSONRPCMessage | null => {
  if (!isJsonObject(raw) || raw["jsonrpc"] !== "2.0") return null;
  if (typeof raw["method"] === "string") return soundCall(raw);
  const { error, result } = raw;
  if (error !== undefined && error !== null) return soundError(raw);
  return result === undefined && error === undefined ? null : soundResult(raw);
};
