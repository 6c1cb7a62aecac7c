import type { AnyEvent, EventType, LoggedEvent } from "../../../shared/events/index.ts";
import { CLIP_CHARS, clipDeep, clipText } from "../../../shared/text/index.ts";

/** Longest chat text that travels whole, in UTF-16 units. */
const CHAT_CHARS = 256 * 1024;
/** Largest event that travels with all its list items, in UTF-16 units of its JSON after clipping. */
const WIRE_CHARS = 512 * 1024;
/** Items of a list that travel when the event is larger than that. */
const WIRE_ITEMS = 100;

const chatFields: Partial<Record<EventType, readonly string[]>> = {
  "message.user": ["text"],
  "model.partial": ["text", "reasoning"],
  "model.completed": ["text", "reasoning"],
};

const shortenLists = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, WIRE_ITEMS).map(shortenLists);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortenLists(item)]));
};

/**
 * An event cut for travel: strings over {@link CLIP_CHARS} say how much is missing, chat texts keep 256 KB, and lists of an
 * event that is still huge keep their first items. `isCut` says that the whole is to be had by `event.read`.
 */
export const toWire = (event: LoggedEvent): AnyEvent => {
  // No string can be longer than the JSON it stands in.
  if (event.bytes <= CLIP_CHARS) return event;
  const whole = event.body as Record<string, unknown>;
  const chat = chatFields[event.type] ?? [];
  const clipped = Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [
      key,
      chat.includes(key) && typeof value === "string" ? clipText(value, CHAT_CHARS) : clipDeep(value),
    ]),
  );
  const text = JSON.stringify(clipped);
  const isHuge = text.length > WIRE_CHARS;
  const body = isHuge ? (shortenLists(clipped) as Record<string, unknown>) : clipped;
  const isCut = isHuge || Buffer.byteLength(text) !== event.bytes;
  return { ...event, body, isCut };
};
