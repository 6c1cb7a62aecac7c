import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { isLinearPattern } from "../../../../shared/schema/index.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import type { ArgumentProblem } from "./argumentProblem.ts";
import { argumentsMisfit } from "./checkArguments.ts";
import { compileSchema } from "./compile.ts";
import { plainWeight, weigh } from "./plain.ts";
import { schemaChecks } from "./schemaChecks.ts";
import { isDeeperThan } from "./shape.ts";

const problemWith = async (schema: JsonObject, args: JsonObject): Promise<ArgumentProblem | null> => {
  const verdict = await schemaChecks.check(schema, args, "s");
  return verdict.kind === "misfit" ? verdict.problem : null;
};

const edit = {
  type: "object",
  properties: {
    path: { type: "string" },
    mode: { enum: ["fast", "slow"] },
    count: { type: "integer", minimum: 3 },
    edits: { type: "array", items: { $ref: "#/$defs/edit" } },
  },
  required: ["path"],
  additionalProperties: false,
  $defs: {
    edit: {
      type: "object",
      properties: { old: { type: "string" }, new: { type: "string", default: "b" } },
      required: ["old", "new"],
    },
  },
};

describe("arguments against a schema", () => {
  verifies(
    ["LOOP-04"],
    "bad arguments come back with the field, what was expected, and an example",
    async () => {
      expect(await problemWith(edit, { path: "a" })).toBeNull();
      expect(await problemWith(edit, {})).toEqual({
        field: "path",
        expected: "this field, which is missing",
        example: "text",
      });
      expect(await problemWith(edit, { path: 3 })).toEqual({
        field: "path",
        expected: "a string",
        example: "text",
      });
      expect(await problemWith(edit, { path: "a", mode: "quick" })).toEqual({
        field: "mode",
        expected: 'one of "fast", "slow"',
        example: "fast",
      });
      expect(await problemWith(edit, { path: "a", count: 1 })).toEqual({
        field: "count",
        expected: "a value that must be >= 3",
        example: 3,
      });
      expect(await problemWith(edit, { path: "a", edits: [{ old: "x", new: "y" }, { old: "x" }] })).toEqual({
        field: "edits[1].new",
        expected: "this field, which is missing",
        example: "b",
      });
      const extra = await problemWith(edit, { path: "a", pth: "b" });
      expect(extra).toEqual({
        field: "pth",
        expected: "no such field; known fields: path, mode, count, edits",
        example: { path: "text" },
      });
      expect(await argumentsMisfit(edit, { path: "a", pth: "b" }, "s")).toBe(
        'The argument "pth" did not fit: expected no such field; known fields: path, mode, count, edits. For example: {"path":"text"}',
      );
    },
  );

  verifies(["LOOP-04"], "MC-12, MC-13: unions and local references of either dialect", async () => {
    const find = {
      type: "object",
      properties: { id: { type: "string" }, name: { type: "string" } },
      anyOf: [{ required: ["id"] }, { required: ["name"] }],
    };
    expect(await problemWith(find, {})).toMatchObject({ field: "", expected: "id, or name" });
    expect(await problemWith(find, { name: "n" })).toBeNull();
    const either = { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] };
    expect((await problemWith(either, { a: 1, b: 2 }))?.expected).toContain("exactly one of these");
    const move = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      definitions: { P: { type: "object", properties: { x: { type: "number" } }, required: ["x"] } },
      properties: { to: { anyOf: [{ $ref: "#/definitions/P" }, { type: "null" }] } },
      required: ["to"],
    };
    expect(await problemWith(move, { to: { x: 1 } })).toBeNull();
    expect(await problemWith(move, { to: null })).toBeNull();
    expect(await problemWith(move, { to: { x: "no" } })).toMatchObject({ field: "to" });
    const tuple = {
      type: "object",
      properties: { at: { type: "array", prefixItems: [{ type: "number" }], items: false } },
    };
    expect(await problemWith(tuple, { at: [1] })).toBeNull();
    expect(await problemWith(tuple, { at: ["a"] })).toMatchObject({ field: "at[0]" });
  });

  it("changes nothing in the arguments and takes two schemas of the same $id", async () => {
    const args = {};
    const schema = (type: string) => ({
      $id: "https://example.com/s",
      type: "object",
      properties: { a: { type, default: 1 } },
    });
    expect(await problemWith(schema("number"), args)).toBeNull();
    expect(await problemWith(schema("string"), { a: 1 })).toMatchObject({ field: "a" });
    expect(args).toEqual({});
  });
});

describe("compileSchema", () => {
  const errorsOf = (schema: JsonObject, value: unknown): number | string => {
    const outcome = compileSchema(schema)(value);
    return outcome.kind === "checked" ? outcome.errors.length : outcome.why;
  };

  it("checks nothing, and says why, where a schema cannot be used", () => {
    expect(errorsOf({ type: "object", properties: { a: { $ref: "#/nope" } } }, {})).toContain("#/nope");
    expect(errorsOf({ type: 5 }, 1)).toContain("cannot be used");
    expect(errorsOf({ $ref: "#" }, {})).toContain("without end");
    expect(errorsOf({ $schema: "https://example.com/mine", type: "object" }, 1)).toContain(
      'a dialect that is not known here ("https://example.com/mine")',
    );
    const deep: Record<string, unknown> = {};
    let at = deep;
    for (let i = 0; i < 5000; i++) at = at["not"] = {};
    expect(errorsOf(deep, {})).toContain("deep");
  });

  it("reads each dialect in its own way, and asks for nothing where a reference leads out", () => {
    const tuple = (dialect: string) => ({ $schema: dialect, type: "array", items: [{ type: "number" }] });
    expect(errorsOf(tuple("http://json-schema.org/draft-07/schema#"), ["a"])).toBe(1);
    expect(errorsOf(tuple("https://json-schema.org/draft/2019-09/schema"), ["a"])).toBe(1);
    const next = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      prefixItems: [{ type: "number" }],
    };
    expect(errorsOf(next, ["a"])).toBe(1);
    expect(errorsOf({ properties: { a: { $ref: "https://example.com/a.json" } } }, { a: 1 })).toBe(0);
  });

  it("takes patterns of older syntax as they were meant, and leaves out those that none can read", () => {
    const pattern = (text: string) => ({ type: "string", pattern: text });
    expect([errorsOf(pattern("^[\\w-.]+$"), "a-b"), errorsOf(pattern("^[\\w-.]+$"), "a b")]).toEqual([0, 1]);
    expect(errorsOf(pattern("("), "a")).toBe(0);
  });
});

describe("what is checked on the host's own thread", () => {
  it("is small, has no pattern, refers to nothing and compares nothing with each other", () => {
    expect(plainWeight({ type: "object", properties: { pattern: { type: "string" } } })).toBe(5);
    for (const part of [
      { pattern: "a" },
      { patternProperties: {} },
      { $ref: "#" },
      { $dynamicRef: "#a" },
      { $recursiveRef: "#" },
      { uniqueItems: true },
    ])
      expect([part, plainWeight({ properties: { a: { allOf: [part] } } })]).toEqual([part, null]);
    expect(plainWeight({ enum: Array.from({ length: 500 }, (_, at) => at) })).toBeNull();
  });

  it("is weighed by its values, long strings as several, and no longer than needed", () => {
    expect(weigh({ a: [1, "x"] }, 10)).toBe(4);
    expect(weigh("x".repeat(640), 10)).toBe(Infinity);
    expect(weigh(Array.from({ length: 1000 }), 10)).toBe(Infinity);
  });
});

describe("shapes", () => {
  it("knows linear patterns", () => {
    for (const good of ["^\\d{4}-\\d{2}$", "^[\\w.-]+$", "abc|def", "^sha256:[0-9a-f]{64}$", "^https?://"])
      expect([good, isLinearPattern(good)]).toEqual([good, true]);
    for (const bad of [
      "^(a+)+$",
      "(a|a)*b",
      "a+b",
      "^a+b+$",
      "^a+|b$",
      "(a)\\1",
      "^(?=a)b",
      "[",
      "^(a{1,9}){1,9}$",
      `^${"a?".repeat(30)}${"a".repeat(30)}$`,
      "^a{1,99}a{1,99}a{1,99}b$",
    ])
      expect([bad, isLinearPattern(bad)]).toEqual([bad, false]);
  });

  it("measures depth without overflowing", () => {
    expect(isDeeperThan({ a: { b: 1 } }, 2)).toBe(false);
    expect(isDeeperThan({ a: { b: 1 } }, 1)).toBe(true);
    expect(isDeeperThan(JSON.parse("[".repeat(50_000) + "]".repeat(50_000)), 200)).toBe(true);
  });
});
