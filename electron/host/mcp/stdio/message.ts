import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isId = (id: unknown): boolean => typeof id === "number" || typeof id === "string";

const isAnswer = (raw: Record<string, unknown>): boolean => {
  if ("result" in raw) return isId(raw["id"]) && isObject(raw["result"]);
  return (
    isObject(raw["error"]) &&
    typeof raw["error"]["code"] === "number" &&
    typeof raw["error"]["message"] === "string"
  );
};

/**
 * Reads one line as a JSON-RPC 2.0 message, or null when it is none (a banner, a log line, broken JSON). Only
 * the envelope is checked, by hand: what is inside is parsed where it is used.
 */
export const parseMessage = (line: string): JSONRPCMessage | null => {
  // Most noise is recognised without parsing it.
  if (!line.trimStart().startsWith("{")) return null;
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(raw) || raw["jsonrpc"] !== "2.0") return null;
  const isMessage =
    typeof raw["method"] === "string" ? raw["id"] === undefined || isId(raw["id"]) : isAnswer(raw);
  return isMessage ? (raw as unknown as JSONRPCMessage) : null;
};
