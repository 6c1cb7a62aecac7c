import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import type { JsonObject } from "../../../shared/contract/index.ts";
import { placeKey, readForm, readJson, type EmptyText } from "./readForm.ts";
import { readSchema } from "./readSchema.ts";
import { typedOf, type TypedGroup } from "./typed.ts";

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
});

const filled = (schema: JsonObject, value: JsonObject, emptyText: EmptyText = "missing") => {
  const { group } = readSchema(schema);
  return readForm(group, typedOf(group, value), emptyText);
};

const problemsOf = (schema: JsonObject, typed: TypedGroup): Record<string, string> => {
  const { problems } = readForm(readSchema(schema).group, typed, "missing");
  return Object.fromEntries(
    [...problems].map(([at, { key }]) => [(JSON.parse(at) as string[]).join("."), key]),
  );
};

const everyKind = object(
  {
    name: { type: "string", title: "Your name", default: "Ada", minLength: 2 },
    mail: { type: "string", format: "email" },
    when: { type: "string", format: "date-time" },
    age: { type: "integer", minimum: 0, maximum: 150 },
    ratio: { type: "number", exclusiveMinimum: 0, multipleOf: 0.1 },
    isOk: { type: "boolean", default: true },
    plain: { enum: ["a", "b"] },
    titled: {
      type: "string",
      oneOf: [
        { const: "x", title: "The X" },
        { const: "y", title: "The Y" },
      ],
    },
    legacy: { type: "string", enum: ["1", "2"], enumNames: ["One", "Two"] },
    many: {
      type: "array",
      items: {
        anyOf: [
          { const: 1, title: "One" },
          { const: 2, title: "Two" },
        ],
      },
      maxItems: 1,
    },
    tags: { type: "array", items: { type: "string" }, minItems: 1 },
    inner: object({ x: { type: "number" }, y: { type: "number" } }, ["x"]),
    odd: { type: "array", items: { type: "array" } },
  },
  ["name"],
);

verifies(
  ["MCP-08", "GOV-03"],
  "a schema becomes one control per property, with its own words and defaults",
  () => {
    const { group, hasMore } = readSchema(everyKind);
    expect(hasMore).toBe(false);
    expect(group.fields.map(({ name, kind }) => `${name}:${kind}`)).toEqual([
      "name:text",
      "mail:text",
      "when:text",
      "age:number",
      "ratio:number",
      "isOk:boolean",
      "plain:choice",
      "titled:choice",
      "legacy:choice",
      "many:choices",
      "tags:list",
      "inner:group",
      "odd:json",
    ]);
    const labels = group.fields.flatMap((field) =>
      field.kind === "choice" ? [field.choices.map((one) => one.label)] : [],
    );
    expect(labels).toEqual([
      ["a", "b"],
      ["The X", "The Y"],
      ["One", "Two"],
    ]);
    expect(group.fields[0]).toMatchObject({ label: "Your name", isRequired: true });
    expect(filled(everyKind, {}).value).toEqual({ name: "Ada", isOk: true });
  },
);

verifies(
  ["GOV-03"],
  "what is filled in comes out as typed values, and a value put in comes out the same",
  () => {
    const value = {
      name: "Grace",
      mail: "g@example.com",
      when: "2026-01-31T09:30:00.000Z",
      age: 7,
      ratio: 0.3,
      isOk: false,
      plain: "b",
      titled: "y",
      legacy: "2",
      many: [2],
      tags: ["t", "u"],
      inner: { x: 1.5 },
      odd: [[1]],
    };
    expect(filled(everyKind, value)).toEqual({ value, problems: new Map() });
  },
);

verifies("MCP-08", "each field says what is wrong with it", () => {
  const typed = {
    name: "A",
    mail: "nobody",
    age: "1.5",
    ratio: "0",
    tags: [],
    many: ["0", "1"],
    inner: { y: "2" },
    odd: "[1",
  };
  expect(problemsOf(everyKind, typed)).toEqual({
    name: "tooShort",
    mail: "email",
    age: "integer",
    ratio: "above",
    many: "manyItems",
    "inner.x": "needed",
    odd: "json",
  });
  expect(problemsOf(everyKind, {})).toEqual({ name: "needed" });
  const texts = object({
    uri: { type: "string", format: "uri" },
    day: { type: "string", format: "date" },
    code: { type: "string", pattern: "^[a-z]+$" },
    few: { type: "array", items: { type: "integer" }, minItems: 3 },
  });
  expect(problemsOf(texts, { uri: "not one", day: "2026-02-30", code: "A1", few: ["1", "x"] })).toEqual({
    uri: "uri",
    day: "date",
    code: "pattern",
    few: "fewItems",
    "few.1": "integer",
  });
});

describe("a form of a schema", () => {
  it("counts an empty required text as missing where a person is asked, as a value for a tool", () => {
    const schema = object({ text: { type: "string" } }, ["text"]);
    expect(filled(schema, { text: "" }).problems.get(placeKey(["text"]))).toEqual({ key: "needed" });
    expect(filled(schema, { text: "" }, "given")).toEqual({ value: { text: "" }, problems: new Map() });
    expect(filled(schema, {}, "given").problems.size).toBe(1);
  });

  it("follows references and looks through null, and gives up on what never ends", () => {
    const schema: JsonObject = {
      type: "object",
      $defs: { P: object({ x: { type: "integer" } }), loop: { $ref: "#/$defs/loop" } },
      properties: {
        at: { anyOf: [{ $ref: "#/$defs/P" }, { type: "null" }] },
        maybe: { type: ["string", "null"] },
        loop: { $ref: "#/$defs/loop" },
        far: { $ref: "https://example.com/schema" },
        either: { anyOf: [{ type: "string" }, { type: "number" }] },
      },
    };
    expect(readSchema(schema).group.fields.map(({ kind }) => kind)).toEqual([
      "group",
      "text",
      "json",
      "json",
      "json",
    ]);
  });

  it("says when only JSON can give everything", () => {
    expect(readSchema({ type: "object", additionalProperties: { type: "string" } }).hasMore).toBe(true);
    expect(readSchema({ type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] }).hasMore).toBe(
      true,
    );
  });

  it("never runs a pattern that could blow up", () => {
    const schema = object({ s: { type: "string", pattern: "^(a+)+$" } });
    expect(filled(schema, { s: `${"a".repeat(40)}!` }).problems.size).toBe(0);
  });

  it("takes any schema and any value without throwing, and keeps hostile names as names", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (a, b) => {
          filled({ type: "object", properties: a }, b);
          filled(a, b);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
    const schema = object(
      JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as JsonObject,
    );
    const { value } = filled(schema, JSON.parse('{"__proto__":"p","constructor":"c"}') as JsonObject);
    expect(JSON.stringify(value)).toBe('{"__proto__":"p","constructor":"c"}');
  });

  it("reads JSON as one object only", () => {
    expect(readJson(' {"a": 1} ')).toEqual({ value: { a: 1 } });
    expect(readJson("")).toEqual({ value: {} });
    expect(readJson("[1]")).toEqual({ problem: { key: "notObject" } });
    expect(readJson("{")).toMatchObject({ problem: { key: "json" } });
  });
});
