import { describe, expect, it } from "vitest";
import { canonicalJson } from "./index.ts";

const long = 'a "long" line\n'.repeat(400);
const other = 'another "long" line\n'.repeat(400);

describe("canonicalJson of what is rare", () => {
  it("writes a long text that comes again as often as it comes", () => {
    const value = { text: long, content: [{ type: "text", text: long }, { text: other }], again: other };
    expect(canonicalJson(value)).toBe(
      `{"again":${JSON.stringify(other)},"content":[{"text":${JSON.stringify(long)},"type":"text"},{"text":${JSON.stringify(
        other,
      )}}],"text":${JSON.stringify(long)}}`,
    );
  });

  it("refuses half a surrogate pair in a long text too, and takes the letters of its escape for letters", () => {
    expect(() => canonicalJson([`${long}\ud800`, `${long}\ud800`])).toThrow(/surrogate/);
    expect(() => canonicalJson({ "k\udc00": 1 })).toThrow(/surrogate/);
    expect(canonicalJson(["\\ud800"])).toBe('["\\\\ud800"]');
  });

  it("sorts keys that look like numbers as text, and keeps keys that objects treat in a special way", () => {
    expect(canonicalJson(JSON.parse('{"10":1,"9":2,"-":3,"a":{"2":1,"1":0}}'))).toBe(
      '{"-":3,"10":1,"9":2,"a":{"1":0,"2":1}}',
    );
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"y":1,"x":2},"toJSON":"text"}'))).toBe(
      '{"__proto__":{"x":2,"y":1},"b":1,"toJSON":"text"}',
    );
  });

  it("never changes what it is given, and refuses what JSON would leave out", () => {
    const value = Object.freeze({ b: Object.freeze([Object.freeze({ d: 1, c: undefined })]), a: undefined });
    expect(canonicalJson(value)).toBe('{"b":[{"d":1}]}');
    expect(Object.keys(value)).toEqual(["b", "a"]);
    expect(() => canonicalJson({ a: () => 1 })).toThrow(/function/);
    expect(() => canonicalJson(undefined)).toThrow(/undefined/);
    expect(() => canonicalJson({ a: 1n })).toThrow(/bigint/);
  });
});
