import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { isLinearPattern } from "../../../../shared/schema/index.ts";
import { compileSchema } from "./compile.ts";
import { isDeeperThan } from "./shape.ts";
import { describeArgumentProblem, validateArguments } from "./validateArguments.ts";

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

describe("validateArguments", () => {
  verifies(["LOOP-04"], "bad arguments come back with the field, what was expected, and an example", () => {
    expect(validateArguments(edit, { path: "a" })).toBeNull();
    expect(validateArguments(edit, {})).toEqual({
      field: "path",
      expected: "this field, which is missing",
      example: "text",
    });
    expect(validateArguments(edit, { path: 3 })).toEqual({
      field: "path",
      expected: "a string",
      example: "text",
    });
    expect(validateArguments(edit, { path: "a", mode: "quick" })).toEqual({
      field: "mode",
      expected: 'one of "fast", "slow"',
      example: "fast",
    });
    expect(validateArguments(edit, { path: "a", count: 1 })).toEqual({
      field: "count",
      expected: "a value that must be >= 3",
      example: 3,
    });
    expect(validateArguments(edit, { path: "a", edits: [{ old: "x", new: "y" }, { old: "x" }] })).toEqual({
      field: "edits[1].new",
      expected: "this field, which is missing",
      example: "b",
    });
    const extra = validateArguments(edit, { path: "a", pth: "b" });
    expect(extra).toEqual({
      field: "pth",
      expected: "no such field; known fields: path, mode, count, edits",
      example: { path: "text" },
    });
    expect(extra && describeArgumentProblem(extra)).toBe(
      'The argument "pth" did not fit: expected no such field; known fields: path, mode, count, edits. For example: {"path":"text"}',
    );
  });

  verifies(["LOOP-04"], "MC-12, MC-13: unions and local references of either dialect", () => {
    const find = {
      type: "object",
      properties: { id: { type: "string" }, name: { type: "string" } },
      anyOf: [{ required: ["id"] }, { required: ["name"] }],
    };
    expect(validateArguments(find, {})).toMatchObject({ field: "", expected: "id, or name" });
    expect(validateArguments(find, { name: "n" })).toBeNull();
    const either = { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] };
    expect(validateArguments(either, { a: 1, b: 2 })?.expected).toContain("exactly one of these");
    const move = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      definitions: { P: { type: "object", properties: { x: { type: "number" } }, required: ["x"] } },
      properties: { to: { anyOf: [{ $ref: "#/definitions/P" }, { type: "null" }] } },
      required: ["to"],
    };
    expect(validateArguments(move, { to: { x: 1 } })).toBeNull();
    expect(validateArguments(move, { to: null })).toBeNull();
    expect(validateArguments(move, { to: { x: "no" } })).toMatchObject({ field: "to" });
    const tuple = {
      type: "object",
      properties: { at: { type: "array", prefixItems: [{ type: "number" }], items: false } },
    };
    expect(validateArguments(tuple, { at: [1] })).toBeNull();
    expect(validateArguments(tuple, { at: ["a"] })).toMatchObject({ field: "at[0]" });
  });

  it("changes nothing in the arguments and takes two schemas of the same $id", () => {
    const args = {};
    const schema = (type: string) => ({
      $id: "https://example.com/s",
      type: "object",
      properties: { a: { type, default: 1 } },
    });
    expect(validateArguments(schema("number"), args)).toBeNull();
    expect(validateArguments(schema("string"), { a: 1 })).toMatchObject({ field: "a" });
    expect(args).toEqual({});
  });
});

describe("compileSchema", () => {
  it("checks nothing, and says why, where a schema cannot be used", () => {
    expect(
      compileSchema({ type: "object", properties: { a: { $ref: "#/nope" } } }, true).unchecked,
    ).toContain("#/nope");
    expect(compileSchema({ type: 5 }, true).unchecked).not.toBeNull();
    expect(compileSchema({ $ref: "#" }, true).check({})).toBeNull();
    const deep: Record<string, unknown> = {};
    let at = deep;
    for (let i = 0; i < 5000; i++) at = at["not"] = {};
    expect(compileSchema(deep, true).unchecked).toContain("deep");
  });

  it("leaves out patterns that can blow up, keeps the harmless ones for arguments, and never hangs", () => {
    const schema = (pattern: string) => ({ type: "object", properties: { s: { type: "string", pattern } } });
    const harmless = compileSchema(schema("^[a-z]+$"), true);
    expect([harmless.check({ s: "abc" }), harmless.check({ s: "ABC" })?.length]).toEqual([null, 1]);
    const bomb = compileSchema(schema("^(a+)+$"), true);
    expect([bomb.skippedPatterns, bomb.check({ s: `${"a".repeat(40)}!` })]).toEqual([1, null]);
    expect(compileSchema(schema("^[a-z]+$"), false).check({ s: "ABC" })).toBeNull();
    const keys = compileSchema({ type: "object", patternProperties: { "(x+)+y": { type: "number" } } }, true);
    expect([keys.skippedPatterns, keys.check({ xxy: "a" })]).toEqual([1, null]);
  });

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
    ])
      expect([bad, isLinearPattern(bad)]).toEqual([bad, false]);
  });

  it("measures depth without overflowing", () => {
    expect(isDeeperThan({ a: { b: 1 } }, 2)).toBe(false);
    expect(isDeeperThan({ a: { b: 1 } }, 1)).toBe(true);
    expect(isDeeperThan(JSON.parse("[".repeat(50_000) + "]".repeat(50_000)), 200)).toBe(true);
  });
});
