/** A key that an object keeps before all others and in the order of numbers, whatever order it was set in. */
const isIndex = (key: string): boolean => {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57;
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** From this length on, in UTF-16 units, it pays to look whether a string comes again: results hold the text twice, as it came and as the model got it. */
const LONG = 4096;
/** So many long strings are remembered. */
const LONG_KEPT = 4;

/** What {@link ordered} met that one call of `JSON.stringify` would not write as RFC 8785 says, or would write twice. */
interface Met {
  needsSlow: boolean;
  readonly long: string[];
}

const meetLong = (text: string, met: Met): void => {
  if (met.long.includes(text)) met.needsSlow = true;
  else if (met.long.length < LONG_KEPT) met.long.push(text);
};

type Written = { readonly text: string; readonly json: string }[];

const slowText = (text: string, written: Written): string => {
  if (!text.isWellFormed()) throw new TypeError("canonical JSON: lone surrogate");
  if (text.length < LONG) return JSON.stringify(text);
  const known = written.find((item) => item.text === text);
  if (known !== undefined) return known.json;
  const json = JSON.stringify(text);
  if (written.length < LONG_KEPT) written.push({ text, json });
  return json;
};

/** Written key by key: for keys that look like numbers, and where a long text comes again. */
const slow = (value: unknown, written: Written): string => {
  if (typeof value === "string") return slowText(value, written);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => slow(item ?? null, written)).join(",")}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, item]) => `${slowText(key, written)}:${slow(item, written)}`).join(",")}}`;
};

const orderedObject = (value: Readonly<Record<string, unknown>>, met: Met): object => {
  const keys = Object.keys(value);
  let isSame = isPlain(value);
  let last = "";
  for (const key of keys) {
    if (isIndex(key)) met.needsSlow = true;
    if (key < last) isSame = false;
    last = key;
  }
  if (!isSame) keys.sort();
  const items = keys.map((key) => ordered(value[key], met));
  if (isSame && items.every((item, at) => item === value[keys[at] as string])) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  keys.forEach((key, at) => (copy[key] = items[at]));
  return copy;
};

const orderedArray = (value: readonly unknown[], met: Met): readonly unknown[] => {
  const items = value.map((item) => ordered(item, met));
  return items.every((item, at) => item === value[at]) ? value : items;
};

/** The value with the keys of every object in order; parts that are in order already are shared, not copied. Throws for what has no form. */
const ordered = (value: unknown, met: Met): unknown => {
  switch (typeof value) {
    case "string":
      if (value.length >= LONG) meetLong(value, met);
      return value;
    case "boolean":
    case "undefined":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("canonical JSON: not a finite number");
      return value;
    case "object":
      if (value === null) return value;
      if (Array.isArray(value)) return orderedArray(value, met);
      return orderedObject(value as Record<string, unknown>, met);
    default:
      throw new TypeError(`canonical JSON: ${typeof value} has no form`);
  }
};

/**
 * Canonical JSON after RFC 8785: keys sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript writes
 * them. Hashes of arguments, definitions and log bodies are taken over this text.
 *
 * Keys with `undefined` are dropped as JSON does; a lone surrogate, a non-finite number or a bigint throws, because it
 * has no canonical form.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === undefined) throw new TypeError("canonical JSON: undefined has no form");
  const met: Met = { needsSlow: false, long: [] };
  const inOrder = ordered(value, met);
  if (met.needsSlow) return slow(value, []);
  const text = JSON.stringify(inOrder);
  // Half a surrogate pair is written as an escape; the same letters may also stand there as text, so only a hit is looked at closely.
  return text.includes("\\ud") ? slow(value, []) : text;
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
