import type { JsonObject } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "./shape.ts";

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === "string";
const isFlag: Test = (value) => typeof value === "boolean";
const isNumber: Test = (value) => typeof value === "number";
const isCount: Test = (value) => Number.isInteger(value) && (value as number) >= 0;
const isSchema: Test = (value) => isFlag(value) || isJsonObject(value);
const isFilled: Test = (value) => Array.isArray(value) && value.length > 0;
const isNames: Test = (value) => Array.isArray(value) && value.every(isText);
const never: Test = () => false;

const all = (test: Test, words: string): [string, Test][] => words.split(" ").map((word) => [word, test]);

/** What the words of JSON Schema 2020-12 may hold. Words that only lead elsewhere, or that no provider reads, hold nothing good. */
const tests = new Map<string, Test>([
  ...all(never, "$schema $id $anchor $comment $defs definitions $vocabulary $dynamicRef $dynamicAnchor"),
  ...all(never, "$recursiveRef $recursiveAnchor additionalItems unevaluatedItems unevaluatedProperties"),
  ...all(never, "contentSchema dependencies"),
  ...all(isText, "$ref title description format pattern contentEncoding contentMediaType"),
  ...all(isFlag, "deprecated readOnly writeOnly uniqueItems"),
  ...all(isNumber, "minimum maximum exclusiveMinimum exclusiveMaximum"),
  ...all((value) => isNumber(value) && (value as number) > 0, "multipleOf"),
  ...all(
    isCount,
    "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties",
  ),
  ...all(isFilled, "anyOf oneOf allOf enum prefixItems"),
  ...all((value) => isSchema(value) || isFilled(value), "items"),
  ...all(isSchema, "additionalProperties"),
  ...all(isJsonObject, "not if then else contains propertyNames"),
  ...all(isJsonObject, "properties patternProperties dependentSchemas"),
  ...all((value) => isJsonObject(value) && Object.values(value).every(isNames), "dependentRequired"),
  ...all(Array.isArray, "examples required"),
]);

const types = ["object", "string", "array", "null", "integer", "number", "boolean"];

/** The types of a schema that there are, each once; one alone as such, undefined for none. */
const soundType = (type: unknown): unknown => {
  const known = [type].flat().filter((one) => types.includes(one as string));
  return known.length > 1 ? [...new Set(known)] : known[0];
};

/**
 * A schema without the words whose values the JSON Schema of 2020-12 does not know, such as a draft-4 `required: true`: a
 * provider refuses the whole request for one of them.
 */
export const soundWords = (schema: JsonObject): JsonObject => {
  const kept = Object.entries(schema).flatMap(([word, value]): [string, unknown][] => {
    if (word === "type") return soundType(value) === undefined ? [] : [[word, soundType(value)]];
    if (tests.get(word)?.(value) === false) return [];
    return [[word, word === "required" ? [...new Set((value as unknown[]).filter(isText))] : value]];
  });
  return Object.fromEntries(kept);
};
