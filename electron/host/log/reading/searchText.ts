import type { EventType } from "../../../../shared/events/index.ts";
import { foldText } from "./fold.ts";

/** Longest text that is indexed of one event, in UTF-16 units: what stands further back in a long result is not found by search. */
export const SEARCH_CHARS = 32_000;

/** From this length on a string is left out when it stands inside one before it: results come as text and as parts of it. */
const REPEATED_CHARS = 64;

/** Fields that repeat what other events say, or that nobody searches for. */
const skipped: Partial<Record<EventType, ReadonlySet<string>>> = {
  "model.requested": new Set(["messages", "tools"]),
  "model.partial": new Set(["text", "reasoning"]),
  "session.created": new Set(["systemPrompt", "limits"]),
  "session.changed": new Set(["systemPrompt", "limits"]),
  "call.started": new Set(["requestId"]),
};
const isId = (key: string): boolean => /(?:Id|Hash)$/.test(key) || key === "data";

/** What of a content block or an attachment is text to search; the rest is structure or data. */
const contentFields = new Set(["text", "name", "title", "uri", "path", "resource"]);

/** Fields that come first, because a long event is cut at the end. */
const first = ["title", "text", "name", "tool", "path", "command", "arguments"];
const rank = (key: string): number => {
  const at = first.indexOf(key);
  return at === -1 ? first.length : at;
};

/**
 * The text of an event that search looks at, folded: every string and key in its body but ids and hashes, and the
 * text of content blocks, each once, cut to {@link SEARCH_CHARS}. `text` of a result, which is what the model was given, comes before the parts it was made from.
 */
export const searchText = (type: EventType, body: Record<string, unknown>): string => {
  const seen = new Set<string>();
  let joined = "";
  const add = (text: string): void => {
    if (text === "" || joined.length >= SEARCH_CHARS) return;
    const piece = text.slice(0, SEARCH_CHARS - joined.length);
    if (seen.has(piece) || (piece.length >= REPEATED_CHARS && joined.includes(piece))) return;
    seen.add(piece);
    joined += `${piece}\n`;
  };
  const walk = (value: unknown, depth: number, isContent: boolean): void => {
    if (typeof value === "string") add(value);
    else if (typeof value === "number") add(String(value));
    else if (Array.isArray(value)) value.forEach((item) => walk(item, depth + 1, isContent));
    else if (value !== null && typeof value === "object" && depth < 40) {
      for (const [key, item] of Object.entries(value)) {
        if (isId(key) || (isContent && !contentFields.has(key))) continue;
        if (!isContent) add(key);
        walk(item, depth + 1, isContent);
      }
    }
  };
  const without = skipped[type];
  const entries = Object.entries(body).filter(
    ([key, value]) => !isId(key) && !without?.has(key) && typeof value !== "number",
  );
  entries.sort(([a], [b]) => rank(a) - rank(b));
  for (const [key, value] of entries) walk(value, 1, key === "content" || key === "attachments");
  return foldText(joined.slice(0, SEARCH_CHARS));
};
