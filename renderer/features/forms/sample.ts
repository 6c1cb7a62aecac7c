import type { JsonObject } from "../../../shared/contract/index.ts";

/** How far and how wide a sample goes: it shows the form of a value, not all of it. */
const MAX_DEPTH = 4;
const MAX_PROPERTIES = 8;

type Resolve = (schema: unknown) => JsonObject | undefined;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : undefined);

const objectSample = (schema: JsonObject, resolve: Resolve, depth: number): JsonObject => {
  const required = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
  const properties = Object.entries(isObject(schema["properties"]) ? schema["properties"] : {});
  const needed = properties.filter(([name]) => required.includes(name));
  const shown = (needed.length > 0 ? needed : properties).slice(0, MAX_PROPERTIES);
  return Object.fromEntries(shown.map(([name, part]) => [name, sampleOf(part, resolve, depth + 1)]));
};

/** A value of the form that a schema asks for, with empty texts and zeros where it gives no example; null where it says nothing. */
const sampleOf = (given: unknown, resolve: Resolve, depth: number): unknown => {
  const schema = resolve(given);
  if (schema === undefined || depth > MAX_DEPTH) return null;
  const known =
    schema["default"] ?? firstOf(schema["examples"]) ?? schema["const"] ?? firstOf(schema["enum"]);
  if (known !== undefined) return known;
  const type = firstOf(schema["type"]) ?? schema["type"];
  switch (type) {
    case "object":
      return objectSample(schema, resolve, depth);
    case "array":
      return [sampleOf(schema["items"] ?? firstOf(schema["prefixItems"]), resolve, depth + 1)];
    case "string":
      return "";
    case "number":
    case "integer":
      return 0;
    case "boolean":
      return false;
    default:
      return isObject(schema["properties"]) ? objectSample(schema, resolve, depth) : null;
  }
};

/** The form of a list or an object as JSON, for a field that can only be typed as such; undefined where nothing is known of it. */
export const jsonSample = (schema: JsonObject, resolve: Resolve): string | undefined => {
  const sample = sampleOf(schema, resolve, 0);
  if (typeof sample !== "object" || sample === null) return undefined;
  const text = JSON.stringify(sample);
  return ["{}", "[]", "[null]"].includes(text) || text.length > 600 ? undefined : text;
};
