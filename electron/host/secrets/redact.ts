/** Replaces secrets, once, before model and log alike (design §4 d). */
export interface Redactor {
  /** From now on this value is never let through; values shorter than six characters are left alone, they would hit ordinary words. */
  know(name: string, value: string): void;
  forget(name: string): void;
  /** A copy of a JSON value in which known secrets, and the values of secret-looking fields, are placeholders. Returns the same object when nothing was replaced. */
  redact<T>(value: T): T;
}

const SHORTEST = 6;
const secretField =
  /^(api[-_]?key|access[-_]?token|auth[-_]?token|refresh[-_]?token|client[-_]?secret|secret|password|passwd|authorization|private[-_]?key)$/i;
/** Fields whose string is JSON text of its own, as models write arguments. */
const jsonField = /^(arguments|argumentsText)$/;

/** Makes an empty redactor. */
export const createRedactor = (): Redactor => {
  const known = new Map<string, string>();

  const text = (raw: string): string => {
    let result = raw;
    for (const [name, value] of known)
      if (result.includes(value)) result = result.replaceAll(value, () => `[secret:${name}]`);
    return result;
  };

  const jsonText = (raw: string, depth: number): string => {
    if (!/api|token|secret|passw|authorization|private/i.test(raw)) return text(raw);
    try {
      const parsed: unknown = JSON.parse(raw);
      const changed = walk(parsed, depth + 1);
      return changed === parsed ? raw : JSON.stringify(changed);
    } catch {
      // Not JSON after all: only known values can be found in it.
      return text(raw);
    }
  };

  const field = (key: string, item: unknown, depth: number): unknown => {
    if (typeof item === "string" && item !== "" && secretField.test(key))
      return item.startsWith("[secret") ? item : `[secret:${key}]`;
    if (typeof item === "string" && jsonField.test(key)) return jsonText(item, depth);
    return walk(item, depth + 1);
  };

  const walk = (item: unknown, depth: number): unknown => {
    if (typeof item === "string") return text(item);
    if (item === null || typeof item !== "object" || depth > 200) return item;
    return Array.isArray(item) ? list(item, depth) : fields(item as Record<string, unknown>, depth);
  };

  // Nearly always there is nothing to replace: a copy is made with the first thing that is.
  const list = (items: readonly unknown[], depth: number): readonly unknown[] => {
    let next: unknown[] | undefined;
    for (let at = 0; at < items.length; at++) {
      const inner = walk(items[at], depth + 1);
      if (inner !== items[at]) (next ??= [...items])[at] = inner;
    }
    return next ?? items;
  };

  const fields = (record: Readonly<Record<string, unknown>>, depth: number): object => {
    let changed: Map<string, unknown> | undefined;
    for (const key of Object.keys(record)) {
      const inner = field(key, record[key], depth);
      if (inner !== record[key]) (changed ??= new Map<string, unknown>()).set(key, inner);
    }
    const found = changed;
    if (found === undefined) return record;
    return Object.fromEntries(
      Object.entries(record).map(([key, inner]) => [key, found.has(key) ? found.get(key) : inner]),
    );
  };

  return {
    know: (name, value) => {
      if (value.length >= SHORTEST) known.set(name, value);
    },
    forget: (name) => {
      known.delete(name);
    },
    redact: <T>(value: T): T => walk(value, 0) as T,
  };
};
