import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { createSchemaChecks } from "./schemaChecks.ts";

const bomb = { type: "object", properties: { s: { type: "string", pattern: "^(a+)+$" } } };
const long = { s: `${"a".repeat(60)}!` };
const word = { type: "object", properties: { s: { type: "string", pattern: "^[a-z]+$" } } };

describe("schema checks aside", () => {
  // Starting a thread and compiling take as long as a busy machine needs; only the check itself is to be late here.
  const checks = createSchemaChecks({ startMs: 60_000, makeMs: 60_000, checkMs: 300 });
  const patient = createSchemaChecks({ startMs: 60_000, makeMs: 60_000, checkMs: 60_000, idleMs: 20 });
  afterEach(async () => {
    await Promise.all([checks.close(), patient.close()]);
  });

  verifies(
    ["MCP-04", "MCP-06"],
    "a pattern that blows up ends at the limit; another server's check goes on meanwhile",
    async () => {
      const ends: string[] = [];
      const hung = checks.check(bomb, long, "hostile").then((verdict) => {
        ends.push("hung");
        return verdict;
      });
      const again = checks.check(bomb, long, "hostile");
      const other = await patient.check(word, { s: "A" }, "other");
      expect(other).toMatchObject({ kind: "misfit", where: "/s" });
      // The host's own thread is free all the while: it gets through a round of its loop before the limit.
      await new Promise((resolve) => setImmediate(resolve));
      ends.push("loop");
      expect(await hung).toEqual({ kind: "unchecked", why: "it took too long" });
      expect(ends.indexOf("hung")).toBeGreaterThanOrEqual(0);
      expect(await again).toEqual({ kind: "unchecked", why: "it took too long" });
      expect(await checks.check(bomb, long, "hostile")).toEqual({
        kind: "unchecked",
        why: "it took too long each time before",
      });
      expect(await checks.check(bomb, { s: "a" }, "hostile")).toMatchObject({ kind: "unchecked" });
    },
    120_000,
  );

  verifies(
    ["MCP-04", "MCP-06"],
    "while one server's check hangs, the host's thread and another server's checks get on",
    async () => {
      const slow = createSchemaChecks({ startMs: 60_000, makeMs: 60_000, checkMs: 60_000 });
      let isOver = false;
      const hung = slow.check(bomb, long, "hostile").finally(() => {
        isOver = true;
      });
      const queued = slow.check(word, { s: "abc" }, "hostile");
      for (let round = 0; round < 20; round++) {
        expect(await slow.check(word, { s: "A" }, "other")).toMatchObject({ kind: "misfit" });
        expect(isOver).toBe(false);
      }
      await slow.close();
      expect(await hung).toEqual({ kind: "unchecked", why: "the host is closing" });
      expect(await queued).toEqual({ kind: "unchecked", why: "the host is closing" });
    },
    120_000,
  );

  it("serves patterns, references and wide schemas; a loop of references and a doubling one are said, not thrown", async () => {
    expect(await patient.check(word, { s: "abc" }, "a")).toEqual({ kind: "fits" });
    const tree = {
      type: "object",
      properties: { kids: { type: "array", items: { $ref: "#" } }, name: { type: "string" } },
    };
    expect(await patient.check(tree, { kids: [{ kids: [{ name: 1 }] }] }, "a")).toMatchObject({
      kind: "misfit",
      where: "/kids/0/kids/0/name",
    });
    expect(await patient.check({ $ref: "#" }, {}, "a")).toMatchObject({
      kind: "unchecked",
      why: expect.stringContaining("without end") as string,
    });
    const wide = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`p${at}`, { type: "string" }]));
    expect(await patient.check({ properties: wide }, { p8999: 1 }, "a")).toMatchObject({
      kind: "misfit",
      where: "/p8999",
    });
    let deep: Record<string, unknown> = { type: "string" };
    for (let at = 0; at < 200; at++) deep = { allOf: [deep] };
    expect(await patient.check(deep, {}, "a")).toMatchObject({ why: "its schema nests too deep" });
    expect(await patient.check({ enum: ["x".repeat(300_000)] }, "", "a")).toMatchObject({
      why: "its schema is too large",
    });
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        at === 39
          ? { type: "string" }
          : { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    );
    expect(await checks.check({ $ref: "#/$defs/d0", $defs: doubling }, 1, "a")).toEqual({
      kind: "unchecked",
      why: "it took too long",
    });
  }, 120_000);
});
