import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject, ServerId } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { fixture, isAlive, startManager, stdio, until, type TestManager } from "./support.ts";

const modules = resolve(import.meta.dirname, "../../../node_modules");
const at = (path: string): string => join(modules, path);

/** A real server from npm. `call` is a harmless tool that needs no network; null where all of them need it. */
interface Real {
  readonly name: string;
  readonly args: (folder: string) => readonly string[];
  readonly env?: (folder: string) => Record<string, string>;
  readonly call: { readonly tool: string; readonly args: (folder: string) => JsonObject } | null;
  readonly says?: RegExp;
  readonly protocol?: string;
}

const official = (name: string): string => at(`@modelcontextprotocol/server-${name}/dist/index.js`);

const servers: readonly Real[] = [
  {
    name: "everything",
    args: () => [official("everything"), "stdio"],
    call: { tool: "echo", args: () => ({ message: "héllo" }) },
    says: /héllo/,
  },
  {
    name: "filesystem",
    args: (folder) => [official("filesystem"), folder],
    call: { tool: "list_directory", args: (folder) => ({ path: folder }) },
    says: /a\.mjs/,
  },
  {
    name: "memory",
    args: () => [official("memory")],
    env: (folder) => ({ MEMORY_FILE_PATH: join(folder, "memory.jsonl") }),
    call: { tool: "read_graph", args: () => ({}) },
    says: /entities/,
  },
  {
    name: "sequential-thinking",
    args: () => [official("sequential-thinking")],
    call: {
      tool: "sequentialthinking",
      args: () => ({ thought: "one", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }),
    },
    says: /thoughtNumber/,
  },
  { name: "github", args: () => [official("github")], call: null, protocol: "2024-11-05" },
  { name: "context7", args: () => [at("@upstash/context7-mcp/dist/index.js")], call: null },
  {
    name: "eslint",
    args: () => [at("@eslint/mcp/src/mcp-cli.js")],
    call: { tool: "lint-files", args: (folder) => ({ filePaths: [join(folder, "a.mjs")] }) },
  },
  {
    name: "dbhub",
    args: () => [at("@bytebase/dbhub/dist/index.js"), "--transport", "stdio", "--demo"],
    call: { tool: "execute_sql", args: () => ({ sql: "SELECT 1 AS one" }) },
    says: /one/,
  },
  { name: "notion", args: () => [at("@notionhq/notion-mcp-server/bin/cli.mjs")], call: null },
  { name: "antv-chart", args: () => [at("@antv/mcp-server-chart/build/index.js")], call: null },
  {
    name: "basic-react",
    args: () => [official("basic-react"), "--stdio"],
    call: { tool: "get-time", args: () => ({}) },
    says: /\d{4}/,
  },
  {
    name: "pdf",
    args: () => [official("pdf"), "--stdio"],
    call: { tool: "list_pdfs", args: () => ({}) },
  },
  {
    name: "git",
    args: () => [at("@cyanheads/git-mcp-server/dist/index.js")],
    env: () => ({ MCP_LOG_LEVEL: "error" }),
    call: { tool: "git_status", args: (folder) => ({ path: folder }) },
  },
];

const freePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
};

/** The same servers over HTTP, each started as its own documentation says. */
const overHttp: readonly {
  readonly name: string;
  readonly args: (port: number) => readonly string[];
  readonly path: string;
  readonly call: NonNullable<Real["call"]> | null;
}[] = [
  {
    name: "everything",
    args: () => [official("everything"), "streamableHttp"],
    path: "/mcp",
    call: { tool: "echo", args: () => ({ message: "x" }) },
  },
  {
    name: "everything-sse",
    args: () => [official("everything"), "sse"],
    path: "/sse",
    call: { tool: "echo", args: () => ({ message: "x" }) },
  },
  {
    name: "dbhub",
    args: (port) => [
      at("@bytebase/dbhub/dist/index.js"),
      "--transport",
      "http",
      "--port",
      String(port),
      "--demo",
    ],
    path: "/mcp",
    call: { tool: "execute_sql", args: () => ({ sql: "SELECT 1 AS one" }) },
  },
  {
    name: "antv-chart",
    args: (port) => [
      at("@antv/mcp-server-chart/build/index.js"),
      "--transport",
      "streamable",
      "--port",
      String(port),
    ],
    path: "/mcp",
    call: null,
  },
];

describe("real servers, all of them", () => {
  let folder: string;
  let manager: TestManager;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-matrix-")));
    writeFileSync(join(folder, "a.mjs"), "export const a = 1;\n");
    writeFileSync(join(folder, "eslint.config.mjs"), "export default [];\n");
    spawnSync("git", ["init", "-q", folder]);
    manager = startManager();
  });
  afterEach(async () => {
    await manager[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const useOne = async (id: ServerId, call: Real["call"], says?: RegExp): Promise<void> => {
    const info = manager.info(id);
    expect(info.tools.length).toBeGreaterThan(0);
    const offers = await manager.manager.offers(id);
    expect(offers.ok).toBe(true);
    if (call === null) return;
    const result = await manager.call(id, call.tool, call.args(folder), { timeoutMs: 30_000 });
    expect(result).toMatchObject({ ok: true, value: { isError: false } });
    if (says !== undefined) expect(result.ok && JSON.stringify(result.value.content)).toMatch(says);
  };

  for (const real of servers) {
    verifies(
      ["MCP-01", "MCP-02"],
      `${real.name} over stdio: connects, lists everything, answers, stops without a trace`,
      async () => {
        const transport = stdio(real.args(folder), { env: real.env?.(folder) ?? {}, cwd: folder });
        const added = manager.manager.add({ name: real.name, transport });
        if (!added.ok) throw new Error(added.error.message);
        const { serverId } = added.value;
        expect(await manager.manager.start(serverId), manager.logText(serverId)).toEqual({
          ok: true,
          value: null,
        });
        if (real.protocol !== undefined) expect(manager.info(serverId).protocolVersion).toBe(real.protocol);
        await useOne(serverId, real.call, real.says);
        const { pid } = manager.info(serverId);
        await manager.manager.stop(serverId);
        expect(await isAlive(pid ?? 0)).toBe(false);
        expect(manager.children.ended).toEqual(manager.children.started.map((child) => child.pid));
      },
      90_000,
    );
  }

  for (const real of overHttp) {
    verifies(
      ["MCP-01", "MCP-02"],
      `${real.name} over HTTP: connects, lists everything, answers`,
      async () => {
        const port = await freePort();
        const child = spawn(process.execPath, real.args(port), {
          cwd: folder,
          env: { ...process.env, PORT: String(port), HOST: "127.0.0.1" },
          stdio: "ignore",
        });
        try {
          const url = `http://127.0.0.1:${port}${real.path}`;
          const added = manager.manager.add({ name: real.name, transport: { kind: "http", url } });
          if (!added.ok) throw new Error(added.error.message);
          const { serverId } = added.value;
          await until(`${real.name} listens`, async () => (await manager.manager.start(serverId)).ok, 45_000);
          await useOne(serverId, real.call);
          await manager.manager.stop(serverId);
        } finally {
          child.kill("SIGKILL");
        }
      },
      90_000,
    );
  }

  verifies("MCP-06", "a server that dies at its start says why, and harms no other", async () => {
    const script = "console.error('cannot reach the registry'); process.exit(1)";
    const added = manager.manager.add({ name: "dies", transport: stdio(["-e", script]) });
    if (!added.ok) throw new Error(added.error.message);
    const other = await manager.ready("plain");
    const started = await manager.manager.start(added.value.serverId);
    expect(!started.ok && started.error.message).toContain("cannot reach the registry");
    expect(manager.info(other).state).toBe("ready");
  });

  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  it("has Python where tests run under CI", () => {
    expect(hasPython || process.env["CI"] === undefined).toBe(true);
  });
  if (hasPython)
    verifies("MCP-02", "a server in plain Python: structured results wrapped and bare", async () => {
      writeFileSync(join(folder, "n.txt"), "grün");
      const transport = {
        kind: "stdio" as const,
        command: "python3",
        args: [fixture("files.py").replace(/\.ts$/, ""), folder],
      };
      const added = manager.manager.add({ name: "python", transport });
      if (!added.ok) throw new Error(added.error.message);
      const { serverId } = added.value;
      expect(await manager.manager.start(serverId)).toEqual({ ok: true, value: null });
      const text = await manager.call(serverId, "read_text", { name: "n.txt" });
      expect(text).toMatchObject({ ok: true, value: { structured: { result: "grün" }, warnings: [] } });
      const info = await manager.call(serverId, "file_info", { name: "n.txt" });
      expect(info).toMatchObject({
        ok: true,
        value: { structured: { name: "n.txt", size: 5 }, warnings: [] },
      });
      expect(await manager.text(serverId, "list_names")).toContain("n.txt");
      const outside = await manager.call(serverId, "read_text", { name: "../x" });
      expect(outside).toMatchObject({ ok: true, value: { isError: true } });
    });
});
