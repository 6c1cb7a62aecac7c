/** Longest string that a folded session keeps of an argument, in UTF-16 units. */
export const CLIP_CHARS = 2000;

const MARK = /… \[\+\d+ characters\]$/;
const LONGEST_MARK = 32;

/**
 * Cuts a string to `max` UTF-16 units without splitting a surrogate pair and says how much was left out. Idempotent for
 * the same `max`.
 */
export const clipText = (text: string, max: number = CLIP_CHARS): string => {
  if (text.length <= max || (text.length <= max + LONGEST_MARK && MARK.test(text))) return text;
  const last = text.charCodeAt(max - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? max - 1 : max;
  return `${text.slice(0, end)}… [+${text.length - end} characters]`;
};

/** {@link clipText} on every string inside a JSON value. Depth beyond 40 becomes a marker, so that a hostile nesting cannot overflow the stack. */
export const clipDeep = (value: unknown, max: number = CLIP_CHARS, depth = 0): unknown => {
  if (typeof value === "string") return clipText(value, max);
  if (value === null || typeof value !== "object") return value;
  if (depth > 40) return "… [nested deeper than 40 levels]";
  if (Array.isArray(value)) return value.map((item) => clipDeep(item, max, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, clipDeep(item, max, depth + 1)]),
  );
};
