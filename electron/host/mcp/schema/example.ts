import { followRef } from "./refs.ts";
import { isJsonObject } from "./shape.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

const given = (schema: JsonObject): { value: unknown } | null => {
  for (const key of ["const", "default"]) if (schema[key] !== undefined) return { value: schema[key] };
  for (const key of ["examples", "enum"]) {
    const list = schema[key];
    if (Array.isArray(list) && list.length > 0) return { value: list[0] };
  }
  return null;
};

const numberOf = (schema: JsonObject): number => {
  const low = schema["minimum"] ?? schema["exclusiveMinimum"];
  const high = schema["maximum"];
  if (typeof low === "number") return Math.ceil(low) + (schema["minimum"] === undefined ? 1 : 0);
  return typeof high === "number" && high < 1 ? high : 1;
};

const objectOf = (schema: JsonObject, root: JsonObject, depth: number): JsonObject => {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.fromEntries(
    required
      .filter((name) => typeof name === "string")
      .map((name) => [name, exampleOf(properties[name], root, depth + 1)]),
  );
};

/**
 * A value that shows what a schema wants: its own default, example or first choice, else the plainest value of
 * its type. At most six levels deep. Never throws; where the schema says nothing the answer is `"…"`.
 */
export const exampleOf = (schema: unknown, root: JsonObject, depth = 0): unknown => {
  if (!isJsonObject(schema) || depth > 6) return "…";
  const own = given(schema);
  if (own) return own.value;
  if (typeof schema["$ref"] === "string") return exampleOf(followRef(root, schema["$ref"]), root, depth + 1);
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const list = schema[key];
    if (schema["type"] === undefined && Array.isArray(list) && list.length > 0)
      return exampleOf(list[0], root, depth + 1);
  }
  const types: unknown = schema["type"];
  const type: unknown = Array.isArray(types) ? types.find((name) => name !== "null") : types;
  if (type === "integer" || type === "number") return numberOf(schema);
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "array")
    return schema["items"] === undefined ? [] : [exampleOf(schema["items"], root, depth + 1)];
  if (type === "object" || isJsonObject(schema["properties"])) return objectOf(schema, root, depth);
  return type === "string" ? "text" : "…";
};
