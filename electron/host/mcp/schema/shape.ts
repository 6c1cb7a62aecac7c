import type { JsonObject } from "../../../../shared/contract/index.ts";

/**
 * Largest schema looked at, in characters of JSON, and how deep it may nest. Beyond that a tool is not
 * offered.
 */
export const MAX_SCHEMA_CHARS = 256_000;
export const MAX_SCHEMA_DEPTH = 64;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True when a JSON value nests deeper than `limit`. Never overflows the stack itself. */
export const isDeeperThan = (value: unknown, limit: number): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null ? (Object.values(item) as unknown[]) : [],
    );
  }
  return false;
};

/** A reference that leads out of the schema. It is never followed (security.md §1). */
export const isRemoteRef = (ref: unknown): boolean =>
  typeof ref === "string" && /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(ref);

/**
 * Copies a schema, replacing every object in it by what `change` makes of it, inner ones first. Own keys only,
 * so that `__proto__` stays a plain key.
 */
export const mapSchema = (value: unknown, change: (schema: JsonObject) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapSchema(item, change));
  if (!isJsonObject(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapSchema(item, change)])),
  );
};

/** A schema without the keys named. */
export const without = (schema: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
