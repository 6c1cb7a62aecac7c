import { isJsonObject } from "./shape.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** Most JSON values in a schema that is compiled on the host's own thread. */
const MAX_NODES = 400;

/** Characters of a string that count as one more value. */
const STRING_UNIT = 64;

/** How many values a JSON value is made of, long strings as several; Infinity as soon as it is over `limit`. */
export const weigh = (value: unknown, limit: number): number => {
  const rest = [value];
  let weight = 0;
  while (rest.length > 0) {
    const item = rest.pop();
    weight += typeof item === "string" ? 1 + Math.floor(item.length / STRING_UNIT) : 1;
    if (weight > limit) return Infinity;
    if (typeof item !== "object" || item === null) continue;
    for (const inner of Object.values(item)) {
      if (rest.length > limit) return Infinity;
      rest.push(inner);
    }
  }
  return weight;
};

const isCostly = (part: JsonObject): boolean =>
  ["pattern", "$ref", "$dynamicRef", "$recursiveRef"].some((key) => typeof part[key] === "string") ||
  part["patternProperties"] !== undefined ||
  part["uniqueItems"] === true;

/**
 * The weight of a schema that may be used on the host's own thread, or null. It is small, runs no regular expression of a
 * server, refers to nothing and compares no items with each other: then no part of it meets a part of a value more than
 * once, so a check takes at most its weight times the value's steps.
 */
export const plainWeight = (schema: JsonObject): number | null => {
  const weight = weigh(schema, MAX_NODES);
  if (weight === Infinity) return null;
  const rest: unknown[] = [schema];
  while (rest.length > 0) {
    const part = rest.pop();
    if (isJsonObject(part) && isCostly(part)) return null;
    if (typeof part === "object" && part !== null) rest.push(...(Object.values(part) as unknown[]));
  }
  return weight;
};
