/**
 * Canonical JSON after RFC 8785: keys sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript writes
 * them. Hashes of arguments, definitions and log bodies are taken over this text.
 *
 * Keys with `undefined` are dropped as JSON does; a lone surrogate, a non-finite number or a bigint throws, because it
 * has no canonical form.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON: not a finite number");
    return JSON.stringify(value);
  }
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("canonical JSON: lone surrogate");
    return JSON.stringify(value);
  }
  if (Array.isArray(value))
    return `[${value.map((item) => (item === undefined ? "null" : canonicalJson(item))).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`canonical JSON: ${typeof value} has no form`);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, item]) => `${canonicalJson(key)}:${canonicalJson(item)}`).join(",")}}`;
};

/**
 * Replaces lone surrogates by U+FFFD everywhere in a JSON value, so that it can be hashed, stored and sent as valid UTF-8.
 * Says whether anything was replaced, so that the log does not pass the repaired text off as the original (HS-05).
 */
export const wellFormed = <T>(value: T): { readonly value: T; readonly isRepaired: boolean } => {
  let isRepaired = false;
  const text = (raw: string): string => {
    if (raw.isWellFormed()) return raw;
    isRepaired = true;
    return raw.toWellFormed();
  };
  const walk = (item: unknown): unknown => {
    if (typeof item === "string") return text(item);
    if (Array.isArray(item)) return item.map(walk);
    if (item === null || typeof item !== "object") return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [text(key), walk(inner)]));
  };
  return { value: walk(value) as T, isRepaired };
};
