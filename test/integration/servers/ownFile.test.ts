import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { ServerDefinition, ServerId, ServerInfo } from "../../../shared/contract/index.ts";
import { startHost, tempDir, type TestHost } from "../../fakes/hostProcess.ts";
import { verifies } from "../../verifies.ts";
import { editedOutside } from "./places.ts";

const plain = path.resolve(import.meta.dirname, "../../fixtures/servers/plain.ts");
const definition: ServerDefinition = {
  name: "A",
  transport: { kind: "stdio", command: process.execPath, args: [plain], env: { TOKEN: "lw-kept-value" } },
  isEnabled: false,
  callTimeoutMs: 2500,
};

let folder: string;

beforeEach(() => {
  folder = tempDir("ownFile");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (): string => path.join(folder, "servers.json");

const edit = (change: (text: string) => string): void => {
  editedOutside(fileOf(), change);
};

const infoOf = async (host: TestHost, serverId: ServerId): Promise<ServerInfo | undefined> =>
  (await host.ask("server.list", {})).find((one) => one.serverId === serverId);

describe("the file of the person's servers", () => {
  verifies(
    ["MCP-09", "MCP-06"],
    "an entry that an edit made unreadable is named with its place, whether the host runs or not, and comes back as it was",
    async () => {
      const first = await startHost({ dataDir: folder });
      const { serverId } = await first.ask("server.add", definition);
      edit((text) => text.replace('"kind": "stdio"', '"kind": "pipe"'));
      const { notice } = await first.waitFor(
        "app.notice",
        ({ notice: one }) => one.key === "serversEntryBroken",
      );
      expect(notice).toMatchObject({ code: "damaged", params: { server: serverId } });
      expect(notice.message).toMatch(/servers\.json is not used.*transport\.kind/);
      await first.waitFor("server.changed", ({ removed }) => removed === serverId);
      await first.close();
      await using host = await startHost({ dataDir: folder });
      await host.waitFor("app.notice", ({ notice: one }) => one.key === "serversEntryBroken");
      edit((text) => text.replace('"kind": "pipe"', '"kind": "stdio"'));
      await host.waitFor("server.changed", ({ server }) => server?.serverId === serverId);
      expect((await infoOf(host, serverId))?.consent).toBeUndefined();
      expect(await host.ask("server.start", { serverId })).toBeNull();
    },
  );

  verifies(
    "MCP-09",
    "a change by form keeps what the form does not show: that the server was never started, and where it is from",
    async () => {
      const origin = { kind: "paste" } as const;
      const first = await startHost({ dataDir: folder });
      const { serverId } = await first.ask("server.add", { ...definition, origin });
      expect(await infoOf(first, serverId)).toMatchObject({ callTimeoutMs: 2500 });
      const { isEnabled: _, ...shown } = definition;
      await first.ask("server.update", { serverId, definition: { ...shown, name: "B" } });
      await first.close();
      await using host = await startHost({ dataDir: folder });
      // What starts by itself is told before anything else is answered.
      expect(await infoOf(host, serverId)).toMatchObject({ name: "B", state: "stopped", origin });
      expect(JSON.parse(readFileSync(fileOf(), "utf8").replace(/^\s*\/\/.*$/gm, ""))).toMatchObject({
        servers: { [serverId]: { isEnabled: false, callTimeoutMs: 2500 } },
      });
    },
  );

  verifies(
    "MCP-04",
    "SEC-MCP-05: a new name that looks like another server's is refused and says whose; a name that was there stays",
    async () => {
      await using host = await startHost({ dataDir: folder });
      const add = (name: string) => host.request("server.add", { ...definition, name });
      await host.ask("server.add", { ...definition, name: "files 10" });
      for (const name of ["fiIes 10", "FILES-1O", "flles.l0", "fi1es10", "w0rkspace"])
        expect([name, await add(name)]).toMatchObject([
          name,
          { ok: false, error: { code: "conflict", key: "serverNameAlike", params: { name } } },
        ]);
      const { serverId } = await host.ask("server.add", { ...definition, name: "files 11" });
      edit((text) => text.replace('"files 11"', '"fi1es 10"'));
      await host.waitFor("server.changed", ({ server }) => server?.name === "fi1es 10");
      const kept = { ...definition, name: "fi1es 10", callTimeoutMs: 9000 };
      expect(await host.ask("server.update", { serverId, definition: kept })).toBeNull();
      expect(await infoOf(host, serverId)).toMatchObject({ name: "fi1es 10", callTimeoutMs: 9000 });
    },
  );
});
