import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { WorkspaceId, WorkspaceServer } from "../../../shared/contract/index.ts";
import { startHost, tempDir, type TestHost } from "../../fakes/hostProcess.ts";
import { verifies } from "../../verifies.ts";

const plain = path.resolve(import.meta.dirname, "../../fixtures/servers/plain.ts");
const killer = path.resolve(import.meta.dirname, "killAtWrite.ts");

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loopwright-folder-")));
  dataDir = tempDir("data");
});
afterEach(() => {
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true });
});

/** The folder's one server; `mark` is a word of its command line. */
const put = (mark: string): void => {
  const good = { command: process.execPath, args: [plain, mark] };
  writeFileSync(path.join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { good } }));
};

const shown = async (
  host: TestHost,
): Promise<{ workspaceId: WorkspaceId; sha256: string; server: WorkspaceServer }> => {
  const { workspaceId } = await host.ask("workspace.open", { path: folder });
  const [file] = (await host.ask("workspace.servers", { workspaceId })).files;
  return { workspaceId, sha256: file!.sha256!, server: file!.servers[0]! };
};

const take = async (host: TestHost) => {
  const { workspaceId, sha256, server } = await shown(host);
  const { givenName, definition } = server;
  return host.request("workspace.decideServers", {
    workspaceId,
    files: [{ path: ".mcp.json", sha256, servers: [{ givenName, decision: "take", name: definition.name }] }],
  });
};

const own = async (host: TestHost) =>
  (await host.ask("server.list", {}))
    .filter((one) => !one.isBundled)
    .map(({ serverId, name, transport }) => ({
      serverId,
      name,
      args: transport.kind === "stdio" ? transport.args : undefined,
    }));

/** Takes the server in a host that ends when `servers.json` is written with `mark` in it. */
const takeAndDie = async (mark: string, at: "before" | "after"): Promise<void> => {
  const env = { NODE_OPTIONS: `--import=${killer}`, LOOPWRIGHT_KILL_AT: at, LOOPWRIGHT_KILL_TEXT: mark };
  const host = await startHost({ dataDir, env });
  const answer = await take(host);
  expect(answer, host.stderr()).toMatchObject({ ok: false, error: { code: "unreachable" } });
  expect(readFileSync(path.join(dataDir, "servers.json"), "utf8").includes(mark)).toBe(at === "after");
};

describe("a host that ends while a folder's server is taken", () => {
  verifies(
    "MCP-04",
    "right after the server was kept: the next host has it as decided, and it runs",
    async () => {
      put("first");
      await takeAndDie("first", "after");
      await using host = await startHost({ dataDir });
      const [server, ...others] = await own(host);
      expect([server?.name, others]).toEqual(["good", []]);
      await host.waitFor(
        "server.changed",
        ({ server: one }) => one?.serverId === server?.serverId && one?.state === "ready",
      );
      expect((await shown(host)).server).toMatchObject({ state: "taken", serverId: server?.serverId });
      // What was decided once is not decided about again: the same answer, the same server.
      expect(await take(host)).toMatchObject({
        ok: true,
        value: { taken: [{ serverId: server?.serverId }] },
      });
      expect(await own(host)).toHaveLength(1);
    },
  );

  verifies("MCP-04", "before the server was kept: the next host has none, and asks again", async () => {
    put("first");
    await takeAndDie("first", "before");
    await using host = await startHost({ dataDir });
    expect(await own(host)).toEqual([]);
    expect((await shown(host)).server).toMatchObject({ state: "new", definition: { name: "good" } });
    expect(await take(host)).toMatchObject({ ok: true, value: { failed: [] } });
    expect(await own(host)).toHaveLength(1);
    expect((await shown(host)).server.state).toBe("taken");
  });

  verifies(
    "MCP-04",
    "while a change of it is taken: it is the changed one and decided, or the one before and asked about",
    async () => {
      put("first");
      {
        await using host = await startHost({ dataDir });
        await take(host);
      }
      put("second");
      await takeAndDie("second", "before");
      {
        await using host = await startHost({ dataDir });
        expect(await own(host)).toMatchObject([{ name: "good", args: [plain, "first"] }]);
        expect((await shown(host)).server).toMatchObject({ state: "changed" });
      }
      await takeAndDie("second", "after");
      await using host = await startHost({ dataDir });
      const [server, ...others] = await own(host);
      expect([server, others]).toMatchObject([{ name: "good", args: [plain, "second"] }, []]);
      expect((await shown(host)).server).toMatchObject({ state: "taken", serverId: server?.serverId });
    },
  );
});
