import type { JsonObject } from "../../../../shared/contract/index.ts";
import { PlainForm } from "./plainForm.ts";
import { isJsonObject, without } from "./shape.ts";

/** A tool's schema as a model's provider takes it, and in words what it does not say any more; empty where it says all. */
export interface ModelSchema {
  readonly schema: JsonObject;
  readonly rule: string;
}

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
  const fields = names.length > 0 ? names : Object.keys(propertiesOf(branch));
  return fields.length > 0
    ? fields.map((name) => `"${name}"`).join(" with ")
    : JSON.stringify(branch).slice(0, 300);
};

/** The rule of a union at the top in words, since no provider takes it there. */
const ruleOf = (schema: JsonObject): string => {
  const choices = (key: string): string => branchesOf(schema, key).map(choiceOf).join(", or ");
  const said = [
    ...(branchesOf(schema, "anyOf").length > 0 ? [`at least one of these: ${choices("anyOf")}`] : []),
    ...(branchesOf(schema, "oneOf").length > 0 ? [`exactly one of these: ${choices("oneOf")}`] : []),
    ...(isJsonObject(schema["not"])
      ? [`not what this describes: ${JSON.stringify(schema["not"]).slice(0, 500)}`]
      : []),
    ...(Array.isArray(schema["enum"])
      ? [`as a whole one of ${JSON.stringify(schema["enum"]).slice(0, 1000)}`]
      : []),
  ];
  return said.length === 0 ? "" : `The arguments must be ${said.join("; and ")}.`;
};

/** Unions at the top taken apart: the fields of all branches become fields of the whole. */
const flat = (schema: JsonObject): JsonObject => {
  const branches = unions.flatMap((key) => branchesOf(schema, key).map(flat));
  // Entries, not a spread into an object: a field may be called "__proto__".
  const fields = [...branches, schema].flatMap((one) => Object.entries(propertiesOf(one)));
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
