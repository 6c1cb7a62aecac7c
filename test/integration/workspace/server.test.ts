import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer } from "./workspaceServer.ts";

const program = join(import.meta.dirname, "../../../electron/servers/workspace/main.ts");

describe("the workspace server", () => {
  verifies(["TOOL-07"], "declares for each tool its severity, time limit, preview and hints", async () => {
    await using server = await startWorkspaceServer();
    const { tools } = await server.client.listTools();
    const declared = tools.map(({ name, _meta, annotations }) => [
      name,
      _meta?.["loopwright/severity"],
      _meta?.["loopwright/timeoutMs"],
      _meta?.["loopwright/preview"] ?? false,
      annotations?.readOnlyHint,
    ]);
    expect(declared).toEqual([
      ["list_files", "L1", 10_000, false, true],
      ["read_file", "L1", 10_000, false, true],
      ["search_code", "L1", 10_000, false, true],
      ["find_files", "L1", 10_000, false, true],
      ["edit_file", "L2", 10_000, true, false],
      ["write_file", "L2", 10_000, true, false],
      ["create_folder", "L2", 10_000, false, false],
      ["move_path", "L2", 60_000, true, false],
      ["delete_path", "L3", 60_000, true, false],
      ["undo_change", "L2", 60_000, true, false],
      ["list_changes", "L1", 10_000, false, true],
      ["run_program", "L3", 120_000, false, false],
      ["run_command", "L3", 120_000, false, false],
      ["command_output", "L1", 70_000, false, true],
      ["list_commands", "L1", 10_000, false, true],
      ["stop_command", "L2", 15_000, false, false],
      ["git_status", "L1", 20_000, false, true],
      ["git_diff", "L1", 20_000, false, true],
      ["git_log", "L1", 20_000, false, true],
    ]);
    for (const tool of tools)
      expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(server.client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
  });

  verifies(
    ["TOOL-06"],
    "answers in one summary line, an empty line and a body; errors say what to do",
    async () => {
      await using server = await startWorkspaceServer({ "app.py": "x\n", "utils.py": "", "tests/t.py": "" });
      const missing = await server.call("read_file", { path: "main.py" });
      expect(missing.text).toMatch(
        /^There is no main\.py; in the workspace root there are app\.py, utils\.py, tests\/\.\n\nUse list_files/,
      );
      for (const answer of [
        await server.call("read_file", { path: "app.py" }),
        await server.call("list_files", {}),
        await server.call("search_code", { pattern: "x" }),
        await server.call("write_file", { path: "n.txt", content: "a\n" }),
        await server.call("run_command", { command: "echo x" }),
        missing,
      ]) {
        const [summary, empty, body] = answer.text.split("\n");
        if (body !== undefined) expect([summary !== "", empty]).toEqual([true, ""]);
      }
    },
  );

  it("serves 16 calls at once", async () => {
    await using server = await startWorkspaceServer({ "a.txt": "a\n" });
    const calls = Array.from({ length: 16 }, async (_, i) =>
      i % 2 === 0
        ? await server.call("run_command", { command: `sleep 0.3; echo ${i}` })
        : await server.call("write_file", { path: `f${i}.txt`, content: `${i}` }),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer.isError)).toEqual([]);
    expect(answers[0]?.data["stdout"]).toBe("0\n");
    expect(server.text("f15.txt")).toBe("15");
  });

  it("without a usable root says so and exits with 2", async () => {
    for (const args of [[], ["--root", "/nowhere/at/all"], ["--root", program]]) {
      const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "pipe"] });
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      const [code] = (await once(child, "close")) as [number];
      expect(code).toBe(2);
      expect(stderr).toMatch(/^loopwright-workspace: .*--root/);
    }
  });
});
