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

  it("keeps fields that are called like keywords or like nothing else", () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"$ref":{"type":"string"},"definitions":{"type":"string"}}',
    ) as JsonObject;
    const { schema } = modelSchema({ type: "object", properties });
    expect(Object.keys(schema["properties"] as JsonObject)).toEqual(["__proto__", "$ref", "definitions"]);
  });
});
