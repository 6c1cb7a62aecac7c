import { describe, expect, it } from "vitest";
import type { ServerDefinition } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { differencesOf, exactPieces, isMarked } from "./exact.ts";

describe("what a person agrees to", () => {
  verifies(
    "MCP-05",
    "no character of an argument is unseen: line breaks, directions and posing letters",
    () => {
      expect(exactPieces("a\nb\u202ec r\u0430w")).toEqual([
        { kind: "text", text: "a" },
        { kind: "newLine" },
        { kind: "text", text: "b" },
        { kind: "bidi", label: "U+202E", count: 1 },
        { kind: "text", text: "c r" },
        { kind: "lookalike", label: "\u0430 U+0430", count: 1 },
        { kind: "text", text: "w" },
      ]);
      expect(exactPieces("\n")).toEqual([{ kind: "newLine" }]);
      expect(exactPieces("plain --flag=1")).toEqual([{ kind: "text", text: "plain --flag=1" }]);
    },
  );

  const program: ServerDefinition = {
    name: "a",
    transport: { kind: "stdio", command: "node", args: ["x", "y"], env: { A: "", B: "" } },
  };

  verifies("MCP-04", "SEC-MCP-04: every part that a hash covers is named when it differs", () => {
    const with_ = (transport: object, more: object = {}): ServerDefinition => ({
      ...program,
      ...more,
      transport: { ...program.transport, ...transport },
    });
    const parts = (other: ServerDefinition): string[] =>
      differencesOf(program, other).map(({ part }) => part);
    expect(parts(program)).toEqual([]);
    expect(parts(with_({ env: { B: "", A: "" } }))).toEqual([]);
    expect(parts(with_({ command: "sh", cwd: "/", env: { A: "" } }))).toEqual(["command", "env", "cwd"]);
    expect(parts(with_({}, { name: "b", isTrusted: true, sharesRoots: true, fillsIn: true }))).toEqual([
      "name",
      "trust",
      "roots",
      "places",
    ]);
    const longer = differencesOf(program, with_({ args: ["x", "z", "w"] }));
    expect(longer).toEqual([{ part: "args", numbers: [2, 3] }]);
    expect([isMarked(longer, "args", 1), isMarked(longer, "args", 3), isMarked(undefined, "args")]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("tells of an address what is sent where, and of another kind only that", () => {
    const far: ServerDefinition = {
      name: "a",
      transport: { kind: "http", url: "https://a.example", headers: { X: "" } },
    };
    const nearly: ServerDefinition = {
      name: "a",
      transport: {
        kind: "http",
        url: "https://b.example",
        oauth: { grant: "authorization_code", issuer: "https://i.example" },
      },
    };
    expect(differencesOf(far, nearly).map(({ part }) => part)).toEqual(["url", "headers", "signIn"]);
    expect(differencesOf(far, program).map(({ part }) => part)).toEqual(["kind"]);
  });
});
