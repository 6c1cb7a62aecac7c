import { existsSync, renameSync } from "node:fs";
import { describe, expect } from "vitest";
import { verifies } from "../../../verifies.ts";
import { openTeam, post } from "../../team/teamServer.ts";
import { cellsFor, everyTool, type Cell } from "./cells.ts";
import { commitOne } from "./repository.ts";
import { openWays, type Way } from "./ways.ts";

const files = {
  "a.txt": "a\n",
  "package.json": '{"scripts": {"test": "node --test"}, "prettier": {}}\n',
  Makefile: "all:\n\t@echo hi\n",
};
const prepare = ({ root }: { readonly root: string }): void => commitOne(root, "a.txt");

const gone = { code: "notFound", says: [/workspace root does not exist any more/i, "Bring the folder back"] };
const cells: readonly Cell[] = [
  ...cellsFor(everyTool, "a.txt", gone),
  ...cellsFor(
    everyTool.filter((tool) => !/^(?:move_path from|delete_path|list_changes)/.test(tool)),
    ".",
    gone,
  ),
  { tool: "undo_change", input: {}, ...gone },
  { tool: "run_program", input: { program: "node", args: ["-v"] }, ...gone },
  { tool: "run_npm_script", input: { script: "test" }, ...gone },
  { tool: "list_make_targets", input: {}, ...gone },
  { tool: "run_make_target", input: { target: "all" }, ...gone },
  { tool: "format_file", input: { path: "a.ts" }, ...gone },
];

async function checkGone(way: Way, id: unknown): Promise<void> {
  for (const { tool, input, code, says } of cells) {
    const answer = await way.call(tool, input);
    const what = `${way.name} ${tool} ${JSON.stringify(input)}: ${answer.text}`;
    expect(answer, what).toMatchObject({ isError: true, code });
    for (const said of says) expect(answer.text, what).toMatch(said);
    expect(existsSync(way.root), what).toBe(false);
  }
  // What does not lie in the root is there as before.
  expect((await way.call("list_changes", {})).data).toMatchObject({ total: 1 });
  expect((await way.call("command_output", { id, offset: 0 })).text).toContain("started");
  expect(await way.call("stop_command", { id })).toMatchObject({ isError: false });
}

describe("a root that vanished", () => {
  verifies(
    ["TOOL-01", "TOOL-06", "TOOL-09", "TOOL-10"],
    "is told by every tool, nothing is made in its place, and all works again when it is back, over stdio and over HTTP",
    async () => {
      await using ways = await openWays({ files, prepare });
      for (const way of ways.all) {
        await way.call("edit_file", { path: "a.txt", old_str: "a", new_str: "b" });
        const script = "console.log('started'); setInterval(() => 0, 10_000)";
        const running = await way.call("run_program", {
          program: "node",
          args: ["-e", script],
          background: true,
        });
        const { id } = running.data;
        await way.call("command_output", { id, pattern: "started", wait_ms: 20_000 });
        renameSync(way.root, `${way.root}-away`);
        await checkGone(way, id);
        renameSync(`${way.root}-away`, way.root);
        expect((await way.call("read_file", { path: "a.txt" })).text).toContain("1\tb");
        expect(await way.call("undo_change", {})).toMatchObject({ isError: false });
        expect((await way.call("read_file", { path: "a.txt" })).text).toContain("1\ta");
        expect((await way.call("run_program", { program: "cat", args: ["a.txt"] })).data["stdout"]).toBe(
          "a\n",
        );
        expect(await way.tools()).toContain("run_npm_script");
      }
    },
    60_000,
  );

  verifies(
    ["TOOL-10"],
    "before anybody has asked for it is told over HTTP as a project that is not there now",
    async () => {
      await using team = await openTeam();
      const server = await team.start();
      renameSync(team.root("shop"), `${team.root("shop")}-away`);
      const authorization = `Bearer ${await team.issuer.token("ana")}`;
      const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
      const ask = async (): Promise<Awaited<ReturnType<typeof post>>> =>
        await post(`${server.url}/projects/shop/mcp`, list, { authorization });
      const answer = await ask();
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("30");
      expect(answer.text).toContain("The folder of project shop is not there now. Tell the administrator");
      expect(existsSync(team.root("shop"))).toBe(false);
      renameSync(`${team.root("shop")}-away`, team.root("shop"));
      expect((await ask()).status).toBe(200);
    },
  );
});
