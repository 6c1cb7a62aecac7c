import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { ServerId, ServerInfo } from "../../../shared/contract/index.ts";
import { startHost, tempDir, type TestHost } from "../../fakes/hostProcess.ts";
import { verifies } from "../../verifies.ts";
import { editedOutside, filesHolding } from "./places.ts";

const plain = path.resolve(import.meta.dirname, "../../fixtures/servers/plain.ts");
const secret = "lw-secret-of-a-server-41";

let folder: string;
let canary: string;

beforeEach(() => {
  folder = tempDir("trust");
  canary = path.join(folder, "canary");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (): string => path.join(folder, "servers.json");

const edit = (change: (text: string) => string): void => {
  editedOutside(fileOf(), change);
};

/** Puts a program into the only server's place that leaves a mark when it runs. */
const turnHostile = (): void => {
  edit((text) =>
    text.replace(
      JSON.stringify(plain),
      `"-e", ${JSON.stringify(`require("fs").writeFileSync(${JSON.stringify(canary)}, "x")`)}`,
    ),
  );
};

const infoOf = async (host: TestHost, serverId: ServerId): Promise<ServerInfo> => {
  const info = (await host.ask("server.list", {})).find((one) => one.serverId === serverId);
  if (info === undefined) throw new Error("the server is gone");
  return info;
};

const addPlain = (host: TestHost) =>
  host.ask("server.add", {
    name: "A",
    transport: { kind: "stdio", command: process.execPath, args: [plain] },
  });

const changedInLog = async (host: TestHost): Promise<number> =>
  (await host.ask("audit.query", { types: ["server.configChanged"] })).items.length;

describe("what a person agreed to", () => {
  verifies(
    ["MCP-04", "MCP-09"],
    "SEC-MCP-04: a server edited while no host ran is not started in any way, until both are shown and agreed to",
    async () => {
      const first = await startHost({ dataDir: folder });
      const { serverId } = await addPlain(first);
      await first.ask("server.start", { serverId });
      await first.close();
      turnHostile();
      await using host = await startHost({ dataDir: folder });
      await host.logged("server.configChanged");
      await host.ask("workspace.openSample", {});
      await host.ask("server.stop", { serverId });
      expect(await host.request("server.start", { serverId })).toMatchObject({
        ok: false,
        error: { code: "denied", key: "serverChangedSinceConsent" },
      });
      const { consent, state, pid } = await infoOf(host, serverId);
      expect([state, pid]).toEqual(["failed", undefined]);
      expect(consent?.agreed?.transport).toMatchObject({ command: process.execPath, args: [plain] });
      expect(JSON.stringify(consent?.now.transport)).toContain("writeFileSync");
      expect(existsSync(canary)).toBe(false);
      expect(await changedInLog(host)).toBeGreaterThanOrEqual(2);
      const stale = await host.request("server.agree", { serverId, configHash: `sha256:${"0".repeat(64)}` });
      expect(stale).toMatchObject({ ok: false, error: { code: "stale" } });
      await host.ask("server.agree", { serverId, configHash: consent?.configHash ?? "" });
      expect((await infoOf(host, serverId)).consent).toBeUndefined();
      await host.request("server.start", { serverId });
      expect(existsSync(canary)).toBe(true);
    },
  );

  verifies(
    ["MCP-04", "MCP-09"],
    "SEC-MCP-04: an edit under a running host stops the server and starts nothing; an edited comment does neither",
    async () => {
      await using host = await startHost({ dataDir: folder });
      const { serverId } = await addPlain(host);
      await host.ask("server.start", { serverId });
      const { pid } = await infoOf(host, serverId);
      edit((text) => text.replace('"servers"', '/* mine */ "servers"'));
      turnHostile();
      await host.waitFor(
        "server.changed",
        ({ server }) =>
          server?.serverId === serverId && server.consent !== undefined && server.state === "stopped",
      );
      expect((await infoOf(host, serverId)).pid).toBeUndefined();
      expect(() => process.kill(pid ?? 0, 0)).toThrow();
      await host.request("server.start", { serverId });
      expect(existsSync(canary)).toBe(false);
      await host.ask("server.add", { name: "B", transport: { kind: "http", url: "https://b.example/mcp" } });
      const text = readFileSync(fileOf(), "utf8");
      expect(text).toContain('/* mine */ "servers"');
      expect(text).toContain("writeFileSync");
      expect(text).toContain("https://b.example/mcp");
      expect(readFileSync(`${fileOf()}.bak`, "utf8")).not.toContain("b.example");
    },
  );

  verifies(
    "MCP-09",
    "a file that an edit broke changes nothing, is named with its line, and is kept when we write",
    async () => {
      const first = await startHost({ dataDir: folder });
      const { serverId } = await addPlain(first);
      edit((text) => text.replace('"servers": {', '"servers": {{'));
      const { notice } = await first.waitFor(
        "app.notice",
        ({ notice: one }) => one.key === "serversFileBroken",
      );
      expect(notice.message).toMatch(/servers\.json.* in line \d+/);
      expect((await infoOf(first, serverId)).consent).toBeUndefined();
      await first.close();
      await using host = await startHost({ dataDir: folder });
      expect((await infoOf(host, serverId)).name).toBe("A");
      await host.ask("server.add", { name: "B", transport: { kind: "http", url: "https://b.example/mcp" } });
      expect(readFileSync(`${fileOf()}.broken`, "utf8")).toContain("{{");
      expect(readFileSync(fileOf(), "utf8")).toContain("b.example");
    },
  );

  verifies(
    ["MCP-05", "MCP-09"],
    "values of variables and headers reach no file and no answer, whether they come by request or by an edit",
    async () => {
      await using host = await startHost({ dataDir: folder });
      const text = JSON.stringify({
        mcpServers: {
          local: { command: process.execPath, args: [plain], env: { TOKEN: secret } },
          remote: {
            url: "https://r.example/mcp",
            headers: { Authorization: `Bearer ${secret}` },
            auth: { CLIENT_ID: "c", CLIENT_SECRET: secret },
          },
        },
      });
      const { candidates } = await host.ask("server.readConfig", { text });
      expect(JSON.stringify(candidates)).toContain(secret);
      const added: ServerId[] = [];
      for (const { definition } of candidates)
        added.push((await host.ask("server.add", definition)).serverId);
      await host.ask("server.start", { serverId: added[0] ?? ("" as ServerId) });
      const other = `${secret}-by-edit`;
      edit((now) => now.replace('"TOKEN": ""', `"TOKEN": "${other}"`));
      await host.waitFor("server.changed", ({ server }) => server?.consent !== undefined);
      expect((await infoOf(host, added[0] ?? ("" as ServerId))).consent).toBeDefined();
      const told = [
        JSON.stringify(host.events),
        JSON.stringify(await host.ask("server.list", {})),
        JSON.stringify(await host.ask("server.exportDefinition", { serverId: added[1] ?? ("" as ServerId) })),
        host.stderr(),
      ];
      for (const one of told) expect(one).not.toContain(secret);
      expect(filesHolding(folder, "r.example").length).toBeGreaterThan(0);
      expect(filesHolding(folder, secret)).toEqual([]);
    },
  );
});
