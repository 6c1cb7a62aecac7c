import { describe, expect } from "vitest";
import { fail, ok, type ServerDefinition, type ServerId } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { boundTo } from "./bind.ts";
import type { Decision } from "./decisions.ts";
import { freeName, standingOf } from "./standing.ts";
import { tellingValues } from "./telling.ts";

const definition = (command: string): ServerDefinition => ({
  name: "a",
  transport: { kind: "stdio", command },
});
const serverId = "srv" as ServerId;
const there = () => ok(definition("as it runs"));
const gone = () => fail("notFound", "gone");

const decided = (change: Partial<Decision>): Decision => ({
  file: ".mcp.json",
  name: "a",
  definition: definition("as decided"),
  refused: [],
  ...change,
});

describe("where a folder's server stands", () => {
  verifies("MCP-04", "new, taken, refused and changed follow from the hashes that were decided about", () => {
    expect(standingOf("h1", undefined, gone)).toEqual({ state: "new" });
    const refused = decided({ refused: ["h2", "h1"] });
    expect(standingOf("h1", refused, gone)).toEqual({ state: "refused" });
    expect(standingOf("h3", refused, gone)).toEqual({ state: "changed", earlier: refused.definition });
    const taken = decided({ taken: { hash: "h1", serverId }, refused: ["h2"] });
    expect(standingOf("h1", taken, there)).toEqual({ state: "taken", serverId });
    const earlier = definition("as it runs");
    expect(standingOf("h2", taken, there)).toEqual({ state: "refused", serverId, earlier });
    expect(standingOf("h3", taken, there)).toEqual({ state: "changed", serverId, earlier });
    expect(standingOf("h1", taken, gone)).toEqual({ state: "refused" });
    expect(standingOf("h3", taken, gone)).toEqual({ state: "changed", earlier: taken.definition });
  });

  verifies(
    "MCP-05",
    "a name that is taken gets the first number that is free, within the length of names",
    () => {
      expect(freeName("Files", new Set(["other"]))).toBe("Files");
      expect(freeName("Files", new Set(["files", "files 2"]))).toBe("Files 3");
      const long = "x".repeat(60);
      expect(freeName(long, new Set([long]))).toBe(`${"x".repeat(55)} 2`);
    },
  );

  verifies(
    "MCP-05",
    "places mean the folder itself, and only what is left of them is filled in at a start",
    () => {
      const given = (transport: ServerDefinition["transport"]): ServerDefinition => ({
        name: "a",
        transport,
        fillsIn: true,
      });
      const stdio = {
        kind: "stdio",
        command: "${workspaceFolder}/$&",
        env: { A: "${workspaceFolder}" },
      } as const;
      expect(boundTo("/w/$&", given(stdio))).toEqual({
        name: "a",
        transport: { kind: "stdio", command: "/w/$&/$&", env: { A: "/w/$&" }, cwd: "/w/$&" },
      });
      const http = { kind: "http", url: "http://x/${env:A}", headers: { B: "${workspaceFolder}" } } as const;
      expect(boundTo("/w", given(http))).toEqual({
        ...given({ kind: "http", url: "http://x/${env:A}", headers: { B: "/w" } }),
      });
      for (const [cwd, is] of [
        ["sub", "/w/sub"],
        ["/other", "/other"],
        ["~/x", "~/x"],
        ["${userHome}/x", "${userHome}/x"],
      ] as const)
        expect(boundTo("/w", given({ kind: "stdio", command: "c", cwd })).transport).toMatchObject({
          cwd: is,
        });
    },
  );

  verifies("MCP-05", "values that change what runs or where it connects are told, secrets are not", () => {
    const env = {
      NODE_OPTIONS: "--require x",
      ld_preload: "y",
      ANTHROPIC_BASE_URL: "http://z",
      API_KEY: "secret",
    };
    expect(tellingValues({ kind: "stdio", command: "c", env })).toEqual({
      NODE_OPTIONS: "--require x",
      ld_preload: "y",
      ANTHROPIC_BASE_URL: "http://z",
    });
    const elsewhere = {
      https_proxy: "http://a",
      PIP_INDEX_URL: "http://b",
      UV_DEFAULT_INDEX: "http://c",
      HOME: "/d",
    };
    expect(tellingValues({ kind: "stdio", command: "c", env: { ...elsewhere, API_TOKEN: "t" } })).toEqual(
      elsewhere,
    );
    expect(tellingValues({ kind: "http", url: "http://x", headers: { PATH: "p" } })).toEqual({});
  });
});
