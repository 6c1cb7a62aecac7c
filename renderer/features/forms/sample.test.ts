import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import type { Field } from "./field.ts";
import { readSchema } from "./readSchema.ts";

verifies("MCP-08", "a value that can only be typed as JSON shows the form of it", () => {
  const edits = {
    type: "array",
    items: { $ref: "#/$defs/edit" },
  };
  const { group } = readSchema({
    type: "object",
    $defs: {
      edit: {
        type: "object",
        properties: {
          oldText: { type: "string" },
          mode: { enum: ["first", "all"] },
          at: { type: ["integer", "null"] },
          inner: { $ref: "#/$defs/edit" },
        },
        required: ["oldText", "mode", "at"],
      },
    },
    properties: {
      edits,
      any: {},
      open: { type: "object" },
      either: { oneOf: [{ type: "string" }, { type: "number" }] },
      pair: { type: "array", prefixItems: [{ type: "number" }] },
    },
  });
  const sampleOf = (name: string): string | undefined =>
    (group.fields.find((field) => field.name === name) as Extract<Field, { kind: "json" }>).sample;
  expect(sampleOf("edits")).toBe('[{"oldText":"","mode":"first","at":0}]');
  expect(sampleOf("pair")).toBe("[0]");
  expect([sampleOf("any"), sampleOf("open"), sampleOf("either")]).toEqual([undefined, undefined, undefined]);
});

verifies(
  "MCP-08",
  "a schema that refers to itself or is odd gives a short sample or none, and never fails",
  () => {
    const loop = {
      type: "object",
      properties: { next: { $ref: "#/properties/a/items" } },
      required: ["next"],
    };
    const { group } = readSchema({
      type: "object",
      properties: {
        a: { type: "array", items: loop },
        b: { type: "array", items: 3 },
        c: { type: "array", items: { type: 7 } },
      },
    });
    expect(
      group.fields.map((field) => (field.kind === "json" ? (field.sample ?? "").length < 200 : false)),
    ).toEqual([true, true, true]);
  },
);
