import { mkdtempSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { ServerId, WorkspaceId } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { runningCommands } from "../workspace/workspaceServer.ts";
import { startManager, until, workspace } from "./support.ts";

describe("the bundled workspace server", () => {
  verifies(
    ["MCP-01", "LOOP-02", "ARCH-01"],
    "runs once per workspace, with bare names and the levels it states",
    async () => {
      const folders = [
        mkdtempSync(join(tmpdir(), "loopwright-ws-")),
        mkdtempSync(join(tmpdir(), "loopwright-ws-")),
      ];
      try {
        await using at = startManager();
        for (const folder of folders) writeFileSync(join(folder, "a.txt"), `in ${folder}\n`);
        const [one = "", two = ""] = folders;
        const other = "w2" as WorkspaceId;
        const opened = await Promise.all([
          at.manager.openWorkspace(workspace, one),
          at.manager.openWorkspace(workspace, one),
          at.manager.openWorkspace(other, two),
        ]);
        expect(opened).toEqual([1, 2, 3].map(() => ({ ok: true, value: null })));
        expect(at.children.started).toHaveLength(2);
        expect(at.manager.list()).toMatchObject([
          { serverId: "workspace:w1", workspaceId: "w1", isBundled: true, isTrusted: true, state: "ready" },
          { serverId: "workspace:w2", workspaceId: "w2", isBundled: true },
        ]);
        const tools = at.manager.tools(workspace);
        const levels = new Map(tools.map((tool) => [tool.modelName, tool.severity]));
        expect(levels.get("read_file")).toBe("L1");
        expect(levels.get("edit_file")).toBe("L2");
        expect(levels.get("run_command")).toBe("L3");
        expect(tools.find((tool) => tool.name === "edit_file")).toMatchObject({
          canPreview: true,
          isBundled: true,
          isRemote: false,
        });
        for (const [id, folder] of [
          ["w1", one],
          ["w2", two],
        ] as const) {
          expect(await at.text(`workspace:${id}` as ServerId, "read_file", { path: "a.txt" })).toContain(
            `in ${folder}`,
          );
        }
        expect(await at.manager.remove("workspace:w1" as ServerId)).toMatchObject({
          ok: false,
          error: { key: "serverBundledFixed" },
        });
      } finally {
        for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  verifies(["MCP-01"], "a command it started is gone after close, also one that left the group", async () => {
    const folder = mkdtempSync(join(tmpdir(), "loopwright-ws-"));
    try {
      await using at = startManager();
      await at.manager.openWorkspace(workspace, folder);
      // In a sandbox a process knows itself by another number than we do: it is told by its words.
      const isRunning = (): boolean =>
        runningCommands().some((words) => words.includes("left-the-group-7741"));
      const line = `setsid "${process.execPath}" -e "/* left-the-group-7741 */ require('fs').writeFileSync('pid', String(process.pid)); process.on('SIGTERM', () => 0); setInterval(() => 0, 1000)" < /dev/null > /dev/null 2>&1 & wait`;
      const running = at.call("workspace:w1" as ServerId, "run_command", { command: line });
      await until("the command runs", () => existsSync(join(folder, "pid")));
      expect(isRunning()).toBe(true);
      await at.manager.close();
      expect(await running).toMatchObject({ ok: false, error: { code: "unreachable" } });
      expect(isRunning()).toBe(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
