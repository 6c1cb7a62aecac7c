import { describe, expect, it } from "vitest";
import { findFunction, isRecursive, textOfRead } from "./source.ts";

describe("finding the function in what was read", () => {
  it.each([
    [
      "export function fibonacci(n) {\n  return `}${n}`; // }\n}\nconst a = 1;",
      "function fibonacci(n) {\n  return `}${n}`; // }\n}",
    ],
    ["const fibonacci = (n) => {\n  return n;\n};", "const fibonacci = (n) => {\n  return n;\n}"],
    [
      "/* { */ async function fibonacci ( n ) { return '}'; }",
      "async function fibonacci ( n ) { return '}'; }",
    ],
    ["function fibonacciNumber(n) { return n; }", null],
    ["function fibonacci(n) { return n;", null],
  ])("%j", (source, expected) => {
    expect(findFunction(source, "fibonacci")).toBe(expected);
  });
});

describe("what was read", () => {
  it("is the text behind the numbers, without the summary line", () => {
    expect(textOfRead("a.mjs: lines 1-3 of 3, 9 B\n\n1\ta\n2\t\n3\t\tb")).toBe("a\n\n\tb");
    expect(textOfRead("a.mjs: empty file")).toBe("");
  });
  it("calls itself, or only speaks of it", () => {
    expect(isRecursive("function f(n) { return f(n - 1); }", "f")).toBe(true);
    expect(isRecursive("function f(n) { throw new Error(`f(${n})`); } // f(1)", "f")).toBe(false);
  });
});
