import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect } from "vitest";
import { argumentsMisfit } from "../../../electron/host/mcp/index.ts";
import { systemClock } from "../../../electron/host/ports.ts";
import { verifies } from "../../verifies.ts";
import { startManager, textOf, until, workspace } from "./support.ts";

describe("tool lists", () => {
  verifies(
    ["MCP-04"],
    "SEC-MCP-10, MC-12, MC-14, MC-16: bad tools are switched off alone and named; nothing is fetched",
    async () => {
      let hits = 0;
      const sink = createServer((_, response) => {
        hits++;
        response.end("{}");
      });
      await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
      try {
        await using at = startManager();
        const id = await at.ready("oddTools", [`http://127.0.0.1:${(sink.address() as AddressInfo).port}`]);
        const problems = new Map(at.info(id).tools.map((tool) => [tool.name, tool.problem]));
        const off = [...problems].filter(([, problem]) => problem !== undefined).map(([name]) => name);
        expect(off).toEqual([
          "badref",
          "badref2",
          "noschema",
          "nullschema",
          "empty union",
          "emptyUnion",
          "stringType",
          "t4",
        ]);
        expect(problems.get("noschema")).toBe("It has no input schema.");
        expect(problems.get("badref2")).toContain("/y.json, which is never fetched");
        expect(problems.get("t4")).toContain('"properties" are not an object');
        const offered = at.manager.tools(workspace);
        expect(offered.map((tool) => tool.name)).toEqual([
          "good",
          "cyc",
          "proto",
          "remote",
          "lostRef",
          "bomb",
          "t2",
          "t5",
          "rows",
          "fails",
          "odd",
          "wrong",
          "hologram",
        ]);
        const schemaOf = (name: string) => offered.find((tool) => tool.name === name)?.inputSchema ?? {};
        expect(schemaOf("t2")).toEqual({ type: "object" });
        expect(schemaOf("t5")).toMatchObject({
          type: "object",
          properties: { n: { type: ["string", "null"] } },
        });
        expect(JSON.stringify(schemaOf("remote"))).not.toContain("$ref");
        expect(Object.keys(schemaOf("proto")["properties"] as object)).toEqual(["__proto__"]);
        expect(await argumentsMisfit(schemaOf("remote"), { a: 1, b: "no" }, "s")).toContain(
          '"b" did not fit: expected a whole number',
        );
        expect(await argumentsMisfit(schemaOf("cyc"), {}, "s")).toBeNull();
        expect(at.logText(id)).toContain("2 entries of the tool list have no name");

        expect(await at.text(id, "good", { q: "a" })).toBe("ok");
        expect(await at.text(id, "rows")).toBe("[1,2]");
        const fails = await at.call(id, "fails");
        expect(fails).toMatchObject({
          ok: true,
          value: { isError: true, structured: { error: "disk full" }, warnings: [] },
        });
        expect(await at.text(id, "odd")).toBe("fine");
        const wrong = await at.call(id, "wrong");
        expect(wrong.ok && [textOf(wrong.value.content), ...wrong.value.warnings]).toEqual([
          '{"n":"7"}',
          expect.stringMatching(/output schema of "wrong": \/n must be number/),
        ]);
        const lost = await at.call(id, "lostRef");
        expect(lost.ok && lost.value.warnings.join()).toContain("lacks the structured part");
        const bomb = await at.call(id, "bomb");
        expect(bomb.ok && textOf(bomb.value.content)).toBe("boom");
        const hologram = await at.call(id, "hologram");
        expect(hologram.ok && hologram.value.content).toEqual([
          { type: "text", text: "seen" },
          { type: "hologram", depth: 3 },
          { type: "unknown", value: { kind: "untyped" } },
        ]);
        expect(hologram.ok && hologram.value.warnings).toHaveLength(2);
        expect(hits).toBe(0);
      } finally {
        sink.close();
      }
    },
  );

  verifies(
    ["MCP-04"],
    "MC-11, SEC-MCP-08: cursors that do not end; no doubles, a word in the log",
    async () => {
      await using at = startManager();
      const expected = {
        same: ["t1", "t2"],
        empty: ["t1"],
        circle: ["t1", "t-start", "t-a", "t-b"],
        pages: ["t1", "t2"],
      };
      for (const [kind, names] of Object.entries(expected)) {
        const id = await at.ready("cursors", [kind], { name: kind });
        expect(at.info(id).tools.map((tool) => tool.name)).toEqual(names);
        expect(at.logText(id).includes("goes round in a circle")).toBe(kind === "same" || kind === "circle");
      }
      const endless = await at.ready("cursors", ["endless"], { name: "endless" });
      expect(at.info(endless).tools).toHaveLength(100);
      expect(at.logText(endless)).toContain("did not end after 100 pages");
    },
  );

  verifies(
    ["MCP-04"],
    "MC-10: a burst of announcements gives one new listing; a changed definition is told by name",
    async () => {
      await using at = startManager();
      const id = await at.ready("changing");
      await at.call(id, "burst");
      await until("listed again", async () => (await at.text(id, "listed")) === "2");
      const before = at.info(id).tools.find((tool) => tool.name === "change")?.definitionHash;
      await at.call(id, "change");
      await until("changed", () => at.events.some((event) => event.type === "server.toolsChanged"));
      expect(at.events.find((event) => event.type === "server.toolsChanged")?.body).toEqual({
        serverId: id,
        added: [],
        removed: [],
        changed: ["change"],
      });
      const after = at.info(id).tools.find((tool) => tool.name === "change");
      // It was called with the first definition: models go on seeing that until a person agrees to the second.
      expect(after).toMatchObject({ isChanged: true, description: "first" });
      expect(after?.definitionHash).not.toBe(before);
      expect(await at.text(id, "listed")).toBe("3");
    },
  );

  verifies(
    ["MCP-04"],
    "MC-10: a server that announces a change for every listing is read less and less often",
    async () => {
      let passed = 0;
      const clock = {
        now: () => Date.now() + passed,
        wait: (ms: number, signal?: AbortSignal) => {
          if (ms >= 250) passed += ms;
          return systemClock.wait(Math.min(ms, 5), signal);
        },
      };
      await using at = startManager({ clock });
      const id = await at.ready("changing", ["always"]);
      await until("20 s have passed", () => passed > 20_000);
      expect(Number(await at.text(id, "listed"))).toBeLessThanOrEqual(10);
      await until("the log says why", () => at.logText(id).includes("again and again"));
    },
  );
});

describe("noise", () => {
  verifies(
    ["MCP-01", "MCP-06"],
    "MC-04, SEC-MCP-09: noise on stdout neither kills nor confuses; it is logged with one hint",
    async () => {
      await using at = startManager();
      const toldLines: string[] = [];
      at.manager.onLogged((_, lines) => toldLines.push(...lines.map((line) => line.text)));
      const id = await at.ready("noisy");
      expect(await at.text(id, "echo", { text: "héllo" })).toBe("héllo");
      expect(await at.text(id, "flood")).toBe("flooded");
      expect(await at.text(id, "echo", { text: "ünd so weiter" })).toBe("ünd so weiter");
      const log = at.logText(id);
      for (const part of [
        "Index ready",
        "{bad json",
        "\\x1b[31mred\\x1b[0m",
        "\\x00\\x01",
        "debug 1",
        "[1,2]",
      ])
        expect(log).toContain(part);
      expect(log.match(/writes to stdout/g)).toHaveLength(1);
      expect(log.match(/^stray$/gm)?.length).toBeLessThan(100);
      expect(log).toContain("only counted");
      await until("lines were told", () => toldLines.includes("Index ready"));
    },
  );
});
