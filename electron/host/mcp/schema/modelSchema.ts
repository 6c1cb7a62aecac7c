import type { JsonObject } from "../../../../shared/contract/index.ts";
import { clipText } from "../../../../shared/text/index.ts";
import { PlainForm } from "./plainForm.ts";
import { isJsonObject, without } from "./shape.ts";

/** A tool's schema as a model's provider takes it, and in words what it does not say any more; empty where it says all. */
export interface ModelSchema {
  readonly schema: JsonObject;
  readonly rule: string;
}

/** A rule longer than this would cost more than it tells; what is cut is still checked. */
const MAX_RULE_CHARS = 3000;

const unions = ["anyOf", "oneOf", "allOf"] as const;

const branchesOf = (schema: JsonObject, key: string): JsonObject[] =>
  Array.isArray(schema[key]) ? schema[key].filter(isJsonObject) : [];

const requiredOf = (schema: JsonObject): string[] =>
  Array.isArray(schema["required"])
    ? schema["required"].filter((name): name is string => typeof name === "string")
    : [];

const propertiesOf = (schema: JsonObject): JsonObject =>
  isJsonObject(schema["properties"]) ? schema["properties"] : {};

const choiceOf = (branch: JsonObject): string => {
  const names = requiredOf(branch);
  const known = new Map(Object.entries(propertiesOf(branch)));
  const fields = names.length > 0 ? names : [...known.keys()];
  const said = (name: string): string => {
    const field = known.get(name);
    const isFixed = isJsonObject(field) && field["const"] !== undefined;
    return isFixed ? `"${name}" = ${JSON.stringify(field["const"]).slice(0, 100)}` : `"${name}"`;
  };
  return fields.length > 0 ? fields.map(said).join(" with ") : JSON.stringify(branch).slice(0, 300);
};

/** The rules of unions at the top in words, since no provider takes them there. */
const rulesOf = (schema: JsonObject): string[] => {
  const choices = (key: string): string => branchesOf(schema, key).map(choiceOf).join(", or ");
  return [
    ...(branchesOf(schema, "anyOf").length > 0 ? [`at least one of these: ${choices("anyOf")}`] : []),
    ...(branchesOf(schema, "oneOf").length > 0 ? [`exactly one of these: ${choices("oneOf")}`] : []),
    ...(isJsonObject(schema["not"])
      ? [`not what this describes: ${JSON.stringify(schema["not"]).slice(0, 500)}`]
      : []),
    ...(Array.isArray(schema["enum"])
      ? [`as a whole one of ${JSON.stringify(schema["enum"]).slice(0, 1000)}`]
      : []),
    ...branchesOf(schema, "allOf").flatMap(rulesOf),
  ];
};

const ruleOf = (schema: JsonObject): string => {
  const said = rulesOf(schema);
  return said.length === 0 ? "" : `The arguments must be ${clipText(said.join("; and "), MAX_RULE_CHARS)}.`;
};

/** The fields of branches; what they say differently of one field, as the kind of a thing, is a choice. */
const fieldsOf = (branches: readonly JsonObject[]): [string, unknown][] => {
  const said = new Map<string, Map<string, unknown>>();
  for (const [name, field] of branches.flatMap((one) => Object.entries(propertiesOf(one))))
    said.set(name, (said.get(name) ?? new Map<string, unknown>()).set(JSON.stringify(field), field));
  return [...said].map(([name, fields]) => {
    const [first, ...others] = fields.values();
    return [name, others.length === 0 ? first : { anyOf: [first, ...others] }];
  });
};

/** Unions at the top taken apart: the fields of all branches become fields of the whole. */
const flat = (schema: JsonObject): JsonObject => {
  const branches = unions.map((key) => branchesOf(schema, key).map(flat));
  // Entries, not a spread into an object: a field may be called "__proto__".
  const fields = [...branches.flatMap(fieldsOf), ...Object.entries(propertiesOf(schema))];
  const demanded = branchesOf(schema, "allOf").flatMap((branch) => requiredOf(flat(branch)));
  const required = [...new Set([...requiredOf(schema), ...demanded])];
  return {
    ...without(schema, [...unions, "enum", "const", "not", "required"]),
    type: "object",
    properties: Object.fromEntries(fields),
    ...(required.length > 0 ? { required } : {}),
  };
};

const made = new WeakMap<JsonObject, ModelSchema>();

/**
 * Puts a tool's input schema into the form that all providers take (MC-12, MC-13, MC-14): references followed, each schema with one
 * type, arrays with items, objects with properties, no union at the top. One schema that a provider refuses costs the whole
 * request, so every chat. Calls are still checked against the schema as the server gave it. Made once per schema; never throws for
 * one that `checkTool` let pass.
 */
export const modelSchema = (given: JsonObject): ModelSchema => {
  const known = made.get(given);
  if (known !== undefined) return known;
  const plain = new PlainForm(given).of(given);
  // A list of types at the top became a choice; that of the object is meant.
  const object = branchesOf(plain, "anyOf").find((branch) => branch["type"] === "object");
  const whole =
    Array.isArray(given["type"]) && object !== undefined
      ? { ...without(plain, ["anyOf"]), ...object }
      : plain;
  const result = { schema: flat(whole), rule: ruleOf(whole) };
  made.set(given, result);
  return result;
};
