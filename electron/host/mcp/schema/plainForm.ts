import type { JsonObject } from "../../../../shared/contract/index.ts";
import { followRef } from "./refs.ts";
import { isJsonObject, without } from "./shape.ts";
import { soundWords } from "./soundWords.ts";

/** How often one reference is entered on one way down; deeper, a recursion ends in a plain object. */
const MAX_ROUNDS = 2;
/** Schemas that references may add to one tool; a few small definitions used everywhere must not fill the model's window. */
const MAX_ADDED = 400;
/** The same in characters: a long list of values may be referred to from everywhere. */
const MAX_ADDED_CHARS = 64_000;

const unions = ["anyOf", "oneOf", "allOf"] as const;
const maps = ["properties", "patternProperties", "dependentSchemas"];
const singles = ["additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];

/** Any value, said with types: providers refuse a schema without one. */
const anyValue = (): JsonObject => ({
  anyOf: [
    { type: "string" },
    { type: "number" },
    { type: "boolean" },
    { type: "object", properties: {} },
    { type: "null" },
  ],
});

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
};

/** What a schema without a type is about, where its other words tell. */
const impliedType = (schema: JsonObject): string | undefined => {
  if ("properties" in schema || "additionalProperties" in schema || "required" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  if ("pattern" in schema || "minLength" in schema || "maxLength" in schema || "format" in schema)
    return "string";
  if ("minimum" in schema || "maximum" in schema || "multipleOf" in schema) return "number";
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const types = new Set(values.map(typeOf));
  return types.size === 1 ? [...types][0] : undefined;
};

/** Of listed values those of the type; a value of another is refused. */
const fitting = (schema: JsonObject, type: string): JsonObject => {
  const values = Array.isArray(schema["enum"]) ? (schema["enum"] as unknown[]) : [];
  const own = values.filter((one) => typeOf(one) === (type === "integer" ? "number" : type));
  return own.length > 0 ? { enum: own } : {};
};

const words = ["title", "description", "default", "examples", "deprecated"];
const onlyWords = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => words.includes(key)));

/** Turns one schema, and all in it, into a form that providers take. One per schema: it counts what references add. */
export class PlainForm {
  readonly #root: JsonObject;
  readonly #chars = new Map<JsonObject, number>();
  #added = 0;
  #addedChars = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** @param way references entered so far on the way down */
  of(given: unknown, way: readonly string[] = []): JsonObject {
    if (!isJsonObject(given)) return anyValue();
    const schema = soundWords(given);
    if (way.length > 0) this.#added += 1;
    const ref = schema["$ref"];
    if (typeof ref === "string") return this.#followed(schema, ref, way);
    const types = schema["type"];
    if (Array.isArray(types)) return this.#perType(schema, types.map(String), way);
    return this.#typed(this.#inner(schema, way), schema, way);
  }

  #followed(schema: JsonObject, ref: string, way: readonly string[]): JsonObject {
    const target = followRef(this.#root, ref);
    const beside = without(schema, ["$ref"]);
    if (!isJsonObject(target)) return { ...anyValue(), ...onlyWords(beside) };
    const rounds = way.filter((one) => one === ref).length;
    if (rounds >= MAX_ROUNDS || this.#added > MAX_ADDED || this.#addedChars > MAX_ADDED_CHARS)
      return {
        type: "object",
        properties: {},
        description: `As described above (${ref}).`,
        ...onlyWords(beside),
      };
    this.#addedChars += this.#charsOf(target);
    return this.of({ ...target, ...beside }, [...way, ref]);
  }

  #charsOf(target: JsonObject): number {
    const chars = this.#chars.get(target) ?? JSON.stringify(target).length;
    this.#chars.set(target, chars);
    return chars;
  }

  /** `["string", "null"]` as a choice of schemas with one type each. */
  #perType(schema: JsonObject, types: readonly string[], way: readonly string[]): JsonObject {
    const rest = without(schema, ["type", ...words]);
    const [only] = types;
    if (types.length === 1 && only !== undefined) return this.of({ ...schema, type: only }, way);
    const choices = types.map((type) => (type === "null" ? { type } : this.of({ ...rest, type }, way)));
    return { ...onlyWords(schema), anyOf: choices };
  }

  /** All keywords whose values are schemas, replaced by plain ones. */
  #inner(schema: JsonObject, way: readonly string[]): JsonObject {
    const changed = Object.entries(schema).map(([key, value]): [string, unknown] => {
      if (maps.includes(key) && isJsonObject(value))
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.of(one, way)])),
        ];
      if ((unions as readonly string[]).includes(key) && Array.isArray(value))
        return [key, value.map((one) => this.of(one, way))];
      if (singles.includes(key) && isJsonObject(value)) return [key, this.of(value, way)];
      return [key, value];
    });
    return Object.fromEntries(changed);
  }

  #typed(plain: JsonObject, schema: JsonObject, way: readonly string[]): JsonObject {
    const isUnion = unions.some((key) => key in plain);
    const type = typeof plain["type"] === "string" ? plain["type"] : impliedType(schema);
    if (type === undefined) return isUnion ? plain : { ...plain, ...anyValue() };
    const typed = { ...without(plain, ["items", "prefixItems"]), ...fitting(plain, type), type };
    if (type === "object" && !isJsonObject(plain["properties"])) return { ...typed, properties: {} };
    return type === "array" ? { ...typed, items: this.#items(schema, way) } : typed;
  }

  /** One schema for all items; that of a tuple is a choice of its places. */
  #items(schema: JsonObject, way: readonly string[]): JsonObject {
    const { items, prefixItems } = schema;
    const places = [prefixItems, items].flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : []));
    if (places.length > 0) return { anyOf: places.map((one) => this.of(one, way)) };
    return this.of(items, way);
  }
}
