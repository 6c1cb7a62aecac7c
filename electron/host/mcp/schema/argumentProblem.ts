import type { ErrorObject } from "ajv";
import { exampleOf } from "./example.ts";
import { isJsonObject } from "./shape.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** What is wrong with a call's arguments, in words for the model (LOOP-04). */
export interface ArgumentProblem {
  /** Path of the field from the arguments' root, like `edits[0].old`; empty for the arguments as a whole. */
  readonly field: string;
  /** What was expected there, as the end of "expected …". */
  readonly expected: string;
  /** A value that would fit there. */
  readonly example: unknown;
}

const stepsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

const fieldOf = (steps: readonly string[]): string =>
  steps.reduce((path, step) => {
    if (/^\d+$/.test(step)) return `${path}[${step}]`;
    return path === "" ? step : `${path}.${step}`;
  }, "");

const words = (value: unknown): string => JSON.stringify(value);
const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null",
};

const kindOf = (type: unknown): string =>
  (Array.isArray(type) ? type : [type]).map((name) => kinds[String(name)] ?? String(name)).join(" or ");

const param = (error: ErrorObject, name: string): unknown => (error.params as JsonObject)[name];

const knownFields = (error: ErrorObject): string => {
  const parent: unknown = error.parentSchema;
  const properties = isJsonObject(parent) ? parent["properties"] : undefined;
  return isJsonObject(properties) ? Object.keys(properties).join(", ") : "";
};

const expectedOf = (error: ErrorObject): string => {
  switch (error.keyword) {
    case "required":
      return "this field, which is missing";
    case "type":
      return kindOf(param(error, "type"));
    case "enum":
      return `one of ${(param(error, "allowedValues") as unknown[]).slice(0, 30).map(words).join(", ")}`;
    case "const":
      return words(param(error, "allowedValue"));
    case "additionalProperties":
    case "unevaluatedProperties":
      return `no such field; known fields: ${knownFields(error) || "none"}`;
    default:
      return `a value that ${error.message ?? "fits the schema"}`;
  }
};

/** The choices of a union, each by what it requires: "id, or name". */
const choicesOf = (error: ErrorObject): string => {
  const branches = Array.isArray(error.schema) ? (error.schema as unknown[]) : [];
  const names = branches.map((branch) => {
    if (!isJsonObject(branch)) return "something else";
    if (Array.isArray(branch["required"])) return branch["required"].join(" and ");
    return branch["type"] === undefined ? "another form" : kindOf(branch["type"]);
  });
  return [...new Set(names)].join(", or ");
};

const lastStep = (error: ErrorObject): string[] => {
  const missing =
    param(error, "missingProperty") ??
    param(error, "additionalProperty") ??
    param(error, "unevaluatedProperty");
  return typeof missing === "string" ? [missing] : [];
};

const exampleFor = (error: ErrorObject, root: JsonObject): unknown => {
  const parent: unknown = error.parentSchema;
  if (!isJsonObject(parent)) return exampleOf(root, root);
  const missing = param(error, "missingProperty");
  if (typeof missing !== "string") return exampleOf(parent, root);
  const properties = parent["properties"];
  return exampleOf(isJsonObject(properties) ? properties[missing] : undefined, root);
};

/**
 * The first of an engine's errors (all with `verbose`) in words. Never throws.
 *
 * @returns null where there is none, else the failing field, what was expected, and an example
 */
export const argumentProblem = (
  errors: readonly ErrorObject[],
  schema: JsonObject,
): ArgumentProblem | null => {
  const union = errors.find(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const error = union ?? errors[0];
  if (error === undefined) return null;
  if (union && param(union, "passingSchemas") !== undefined && param(union, "passingSchemas") !== null) {
    return {
      field: fieldOf(stepsOf(union.instancePath)),
      expected: `exactly one of these, not several: ${choicesOf(union)}`,
      example: exampleFor(union, schema),
    };
  }
  return {
    field: fieldOf([...stepsOf(error.instancePath), ...lastStep(error)]),
    expected: union ? choicesOf(union) : expectedOf(error),
    example: exampleFor(error, schema),
  };
};

/** An {@link ArgumentProblem} as one sentence for the model. */
export const describeArgumentProblem = ({ field, expected, example }: ArgumentProblem): string => {
  const place = field === "" ? "The arguments" : `The argument "${field}"`;
  return `${place} did not fit: expected ${expected}. For example: ${JSON.stringify(example)}`;
};
