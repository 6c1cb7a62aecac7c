import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import { modelSchema } from "./modelSchema.ts";

const point = { type: "object", properties: { x: { type: "number" } }, required: ["x"] };

const keysIn = (value: unknown): string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [
        ...(Array.isArray(value) ? [] : [key]),
        ...keysIn(inner),
      ]);

describe("a tool's schema for a model", () => {
  it("leaves a plain schema as it is, and makes each once", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        a: { type: "string", enum: ["x", "y"] },
        b: { type: "array", items: { type: "integer" } },
      },
      required: ["a"],
      additionalProperties: false,
    };
    expect(modelSchema(schema)).toEqual({ schema, rule: "" });
    expect(modelSchema(schema)).toBe(modelSchema(schema));
  });

  verifies(["LOOP-02"], "MC-12: local references are followed, whatever they point at", () => {
    const { schema } = modelSchema({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      definitions: { P: point },
      properties: {
        to: { anyOf: [{ $ref: "#/definitions/P" }, { type: "null" }], description: "where to" },
        via: { type: "array", items: { $ref: "#/properties/to" } },
      },
      required: ["to"],
    });
    const to = { anyOf: [point, { type: "null" }], description: "where to" };
    expect(schema).toEqual({
      type: "object",
      properties: { to, via: { type: "array", items: to } },
      required: ["to"],
    });
  });

  verifies(
    ["LOOP-02"],
    "MC-12: a recursion ends in a plain object, an unknown or outer reference is any value",
    () => {
      const { schema } = modelSchema({
        type: "object",
        $defs: {
          N: { type: "object", properties: { kids: { type: "array", items: { $ref: "#/$defs/N" } } } },
        },
        properties: {
          root: { $ref: "#/$defs/N" },
          lost: { $ref: "#/$defs/none", description: "d" },
          all: { $ref: "#" },
        },
      });
      const text = JSON.stringify(schema);
      expect(keysIn(schema)).not.toContain("$ref");
      expect(keysIn(schema)).not.toContain("$defs");
      expect(text).toContain(
        '{"type":"object","properties":{},"description":"As described above (#/$defs/N)."}',
      );
      expect((schema["properties"] as JsonObject)["lost"]).toMatchObject({
        description: "d",
        anyOf: expect.any(Array) as unknown,
      });
      expect(text.length).toBeLessThan(10_000);
    },
  );

  it("bounds what references add, however many lead to each other", () => {
    const names = Array.from({ length: 30 }, (_, at) => `D${at}`);
    const refs = Object.fromEntries(names.map((name) => [name.toLowerCase(), { $ref: `#/$defs/${name}` }]));
    const $defs = Object.fromEntries(names.map((name) => [name, { type: "object", properties: refs }]));
    const { schema } = modelSchema({ type: "object", $defs, properties: refs });
    expect(JSON.stringify(schema).length).toBeLessThan(200_000);
  });

  verifies(["LOOP-02"], "MC-13: a union at the top is told in words, and its fields are offered", () => {
    const both = { id: { type: "string" }, name: { type: "string" } };
    expect(
      modelSchema({
        type: "object",
        properties: both,
        anyOf: [{ required: ["id"] }, { required: ["name"] }],
      }),
    ).toEqual({
      schema: { type: "object", properties: both },
      rule: 'The arguments must be at least one of these: "id", or "name".',
    });
    const { schema, rule } = modelSchema({
      oneOf: [
        { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
      ],
      not: { required: ["a", "b"] },
    });
    expect(Object.keys(schema["properties"] as JsonObject)).toEqual(["a", "b"]);
    expect(keysIn(schema)).not.toContain("oneOf");
    expect(rule).toMatch(/exactly one of these: "a", or "b"; and not what this describes: .*required/);
    expect(modelSchema({ type: "object", allOf: [point, { required: ["y"] }] }).schema).toEqual({
      ...point,
      required: ["x", "y"],
    });
  });

  verifies(
    ["LOOP-02"],
    "MC-14: missing properties, types and items are filled in, lists of types become choices",
    () => {
      expect(modelSchema({ type: "object" }).schema).toEqual({ type: "object", properties: {} });
      expect(modelSchema({}).schema).toEqual({ type: "object", properties: {} });
      const { properties } = modelSchema({
        type: ["object", "null"],
        properties: {
          ids: { type: "array" },
          n: { type: ["string", "null"], description: "d" },
          kind: { enum: ["a", "b"] },
          pair: { type: "array", items: [{ type: "string" }, { type: "number" }] },
          any: {},
          inner: { type: "object" },
        },
      }).schema as { properties: JsonObject };
      expect(properties).toMatchObject({
        ids: { type: "array", items: { anyOf: expect.any(Array) as unknown } },
        n: { description: "d", anyOf: [{ type: "string" }, { type: "null" }] },
        kind: { type: "string", enum: ["a", "b"] },
        pair: { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
        any: { anyOf: expect.any(Array) as unknown },
        inner: { type: "object", properties: {} },
      });
    },
  );

  it("bounds how long references make it, also where one long list is used everywhere", () => {
    const long = { type: "string", enum: Array.from({ length: 8000 }, (_, at) => `value ${at}`) };
    const fields = (count: number, field: JsonObject): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, field]));
    const used = { type: "object", $defs: { long }, properties: fields(500, { $ref: "#/$defs/long" }) };
    expect(JSON.stringify(modelSchema(used).schema).length).toBeLessThan(2 * JSON.stringify(used).length);
    const itself = Array.from({ length: 60 }, (_, at) => ({ $ref: `#${"/".repeat(at)}` }));
    const wide = {
      type: "object",
      properties: { all: { anyOf: itself }, ...fields(5000, { type: "null" }) },
    };
    expect(JSON.stringify(modelSchema(wide).schema).length).toBeLessThan(5 * JSON.stringify(wide).length);
  });

  verifies(
    ["LOOP-02"],
    "MC-13: kinds told apart by a fixed value stay a choice, and inner rules are told",
    () => {
      const kind = (name: string, field: string): JsonObject => ({
        type: "object",
        properties: { kind: { const: name }, [field]: { type: "string" } },
        required: ["kind", field],
      });
      const { schema, rule } = modelSchema({
        type: "object",
        oneOf: [kind("cat", "purr"), kind("dog", "bark")],
      });
      expect((schema["properties"] as JsonObject)["kind"]).toEqual({
        anyOf: [
          { type: "string", const: "cat" },
          { type: "string", const: "dog" },
        ],
      });
      expect(rule).toContain('"kind" = "cat" with "purr", or "kind" = "dog" with "bark"');
      const inner = modelSchema({
        type: "object",
        allOf: [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }],
      });
      expect(inner.rule).toBe('The arguments must be at least one of these: "a", or "b".');
    },
  );

  verifies(["LOOP-02"], "MC-12: no reference is left where only one of several types has items", () => {
    const { schema } = modelSchema({
      type: "object",
      $defs: { P: point },
      properties: { at: { type: ["string", "array", "string"], items: { $ref: "#/$defs/P" } } },
    });
    expect((schema["properties"] as JsonObject)["at"]).toEqual({
      anyOf: [{ type: "string" }, { type: "array", items: point }],
    });
  });

  verifies(["LOOP-02"], "MC-14: words with values that JSON Schema does not know are left out", () => {
    const { schema } = modelSchema({
      type: "object",
      properties: {
        old: { type: "number", minimum: 1, exclusiveMinimum: true, required: true },
        odd: { type: "any", enum: [], description: 5 },
        some: { type: ["string", "null"], enum: ["a", null] },
      },
      required: ["old", 5],
      unevaluatedProperties: { $ref: "#/$defs/none" },
    });
    expect(schema).toEqual({
      type: "object",
      properties: {
        old: { type: "number", minimum: 1 },
        odd: { anyOf: expect.any(Array) as unknown },
        some: { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
      },
      required: ["old"],
    });
  });

  it("keeps fields that are called like keywords or like nothing else", () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"$ref":{"type":"string"},"definitions":{"type":"string"}}',
    ) as JsonObject;
    const { schema } = modelSchema({ type: "object", properties });
    expect(Object.keys(schema["properties"] as JsonObject)).toEqual(["__proto__", "$ref", "definitions"]);
  });
});
