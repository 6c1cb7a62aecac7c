import { hash } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import {
  ok,
  type ServerDefinition,
  type ServerId,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { createWorkspaceServers, type WorkspaceServersPorts } from "./workspaceServers.ts";

verifies(
  "MCP-04",
  "a refusal of what another window is just taking is stale, so that the log says what is",
  async () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "decide-")));
    const workspaceId = "w" as WorkspaceId;
    const serverId = "srv" as ServerId;
    const kept = new Map<string, unknown>();
    const logged: unknown[] = [];
    const definitions = new Map<ServerId, ServerDefinition>();
    let stopping = (): void => undefined;
    const isStopping = new Promise<void>((resolve) => (stopping = resolve));
    let stopped = (): void => undefined;
    const servers = {
      list: () => [],
      definition: (id: ServerId) => ok(definitions.get(id)!),
      add: (definition: ServerDefinition, as: ServerId) => {
        expect(as).toBe(serverId);
        definitions.set(serverId, definition);
        return ok({ serverId });
      },
      update: async () => ok(null),
      start: async () => ok(null),
      stop: () => {
        stopping();
        return new Promise((resolve) => (stopped = () => resolve(ok(null))));
      },
    };
    const room = createWorkspaceServers({
      config: { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) },
      servers: servers as unknown as WorkspaceServersPorts["servers"],
      newId: () => serverId,
      workspaces: { get: () => ({ path: folder }) } as unknown as WorkspaceServersPorts["workspaces"],
      note: async ({ body }) => {
        const { files } = body as { files: { taken: unknown[] }[] };
        logged.push(files[0]?.taken.length === 1 ? "take" : "refuse");
      },
      report: (what) => expect.fail(what),
    });
    const put = (command: string): ((decision: "take" | "refuse") => ReturnType<typeof room.decide>) => {
      const text = JSON.stringify({ mcpServers: { x: { command } } });
      writeFileSync(path.join(folder, ".mcp.json"), text);
      const sha256 = `sha256:${hash("sha256", text)}`;
      return (decision) =>
        room.decide({
          workspaceId,
          files: [{ path: ".mcp.json", sha256, servers: [{ givenName: "x", decision }] }],
        });
    };
    try {
      await put("first")("take");
      const decide = put("second");
      const one = decide("take");
      // The change is under way: its server is being stopped.
      await isStopping;
      const other = decide("refuse");
      stopped();
      expect(await one).toMatchObject({ ok: true, value: { failed: [] } });
      expect(await other).toMatchObject({ ok: false, error: { code: "stale" } });
      expect(logged).toEqual(["take", "take"]);
      const listed = await room.list(workspaceId);
      expect(listed.ok && listed.value.files[0]?.servers[0]?.state).toBe("taken");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
