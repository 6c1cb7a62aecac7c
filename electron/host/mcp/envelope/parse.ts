import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { sound } from "./sound.ts";

const BYTE_ORDER_MARK = 0xfe_ff;

/**
 * The messages in a text: one, or those of a batch (protocol version 2025-03-26); none when it is something else (a banner, a log
 * line, broken JSON). Only the envelope is looked at: what is inside is parsed where it is used.
 */
export const parseMessages = (text: string): readonly JSONRPCMessage[] => {
  const line = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  // Most noise is recognised without parsing it.
  if (!/^\s*[{[]/.test(line)) return [];
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch {
    return [];
  }
  const all: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  return all.map(sound).filter((message) => message !== null);
};

/** The one message in a text, or null. */
export const parseMessage = (text: string): JSONRPCMessage | null => parseMessages(text)[0] ?? null;
