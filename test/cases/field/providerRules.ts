import type { RecordedRequest } from "../../fakes/modelServer.ts";
import { isObject, NotRun, wordOf, type Json } from "../types.ts";

/** Why a schema is refused at one of its places; undefined when it is taken. `isTop` at the tool's own schema. */
type SchemaRule = (schema: Json, isTop: boolean) => boolean;

const unions = ["anyOf", "oneOf", "allOf"];
const isOf = (schema: Json, type: string): boolean => [schema["type"]].flat().includes(type);
const atTop =
  (key: string): SchemaRule =>
  (schema, isTop) =>
    isTop && key in schema;

/** What a case's provider does not take in a tool's schema, by the case's words. */
const schemaRules: Readonly<Record<string, SchemaRule>> = {
  $ref: (schema) => "$ref" in schema,
  $defs: (schema) => "$defs" in schema,
  definitions: (schema) => "definitions" in schema,
  $schema: (schema) => "$schema" in schema,
  "array without items": (schema) => isOf(schema, "array") && !isObject(schema["items"]),
  "object without properties": (schema) => isOf(schema, "object") && !("properties" in schema),
  "properties not an object": (schema) => "properties" in schema && !isObject(schema["properties"]),
  "no type": (schema) => !("type" in schema) && !unions.some((key) => key in schema),
  "type list": (schema) => Array.isArray(schema["type"]),
  ...Object.fromEntries(
    ["anyOf", "oneOf", "allOf", "enum", "not"].map((key) => [`top-level ${key}`, atTop(key)]),
  ),
};

/** Schemas below a schema; names of properties are no schemas. */
const below = (schema: Json): Json[] => {
  const maps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
  const lists = [...unions, "prefixItems"];
  const single = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
  return [
    ...maps.flatMap((key) => (isObject(schema[key]) ? Object.values(schema[key]) : [])),
    ...lists.flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : [])),
    ...single.map((key) => schema[key]),
  ].filter(isObject);
};

const refusedBy = (schema: Json, rules: readonly string[], isTop = true): string | undefined =>
  rules.find((name) => schemaRules[name]?.(schema, isTop)) ??
  below(schema)
    .map((inner) => refusedBy(inner, rules, false))
    .find((name) => name !== undefined);

const ofSchemas =
  (rules: readonly string[]) =>
  ({ body }: RecordedRequest): string | undefined => {
    const bad = (body.tools ?? []).flatMap(({ function: { name, parameters } }) => {
      const why = isObject(parameters) ? refusedBy(parameters, rules) : "parameters that are no object";
      return why === undefined ? [] : [`Invalid schema for function '${name}': ${why}`];
    });
    return bad[0];
  };

/** The sizes of all pictures in a request, in bytes. */
export const imageBytes = ({ body }: RecordedRequest): number[] =>
  [...JSON.stringify(body.messages).matchAll(/data:image\/[\w.+-]+;base64,(?<data>[A-Za-z0-9+/=]*)/g)].map(
    (match) => ((match.groups?.["data"] ?? "").length * 3) / 4,
  );

const ofImages = (request: RecordedRequest): string | undefined => {
  const sizes = imageBytes(request);
  if (sizes.some((size) => size > 5 * 1024 * 1024)) return "image exceeds 5 MB maximum";
  return sizes.length > 0 && request.body.model === "text-only" ? "this model takes no images" : undefined;
};

/** What a case's provider refuses, from `setup.provider_rejects`. @throws NotRun for words that stand in no table here */
export const refusalOf = (said: unknown): ((request: RecordedRequest) => string | undefined) | undefined => {
  if (said === undefined) return undefined;
  if (said === "image over 5 MB; any image for a text-only model") return ofImages;
  const rules = Array.isArray(said) ? said.map(String) : [wordOf(said)];
  const unknownRule = rules.find((name) => !Object.hasOwn(schemaRules, name));
  if (unknownRule !== undefined) throw new NotRun(`by hand: a provider that rejects "${unknownRule}"`);
  return ofSchemas(rules);
};
