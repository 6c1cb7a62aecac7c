import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { answerOf, openTestWorkspace } from "../../../electron/servers/workspace/testing/testWorkspace.ts";
import { treeOf } from "../../../electron/servers/workspace/testing/treeOf.ts";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer } from "./workspaceServer.ts";

const program = join(import.meta.dirname, "killedChange.ts");
const server = join(import.meta.dirname, "../../../electron/servers/workspace/main.ts");
const files = { "a.txt": "1\n", "d/x": "x", "d/e/y": "y" };

const steps = [
  ["recorded", "write_file", { path: "a.txt", content: "2\n" }],
  ["kept", "write_file", { path: "a.txt", content: "2\n" }],
  ["written", "write_file", { path: "a.txt", content: "2\n" }],
  ["recorded", "write_file", { path: "n/m/new", content: "2\n" }],
  ["written", "write_file", { path: "n/m/new", content: "2\n" }],
  ["written", "create_folder", { path: "n/f" }],
  ["linked", "move_path", { from: "a.txt", to: "n/b.txt" }],
  ["written", "move_path", { from: "a.txt", to: "n/b.txt" }],
  ["linked", "move_path", { from: "d", to: "n/d" }],
  ["recorded", "delete_path", { path: "a.txt" }],
  ["linked", "delete_path", { path: "a.txt" }],
  ["written", "delete_path", { path: "a.txt" }],
  ["linked", "delete_path", { path: "d" }],
  ["written", "delete_path", { path: "d" }],
  ["written", "delete_path", { path: "link" }],
] as const;

const betweenDevices = [
  ["kept", "write_file", { path: "a.txt", content: "2\n" }],
  ["written", "write_file", { path: "a.txt", content: "2\n" }],
  ["copied", "delete_path", { path: "a.txt" }],
  ["placed", "delete_path", { path: "d" }],
  ["written", "delete_path", { path: "d" }],
] as const;

function killAt(step: string, root: string, state: string, name: string, input: unknown): void {
  const args = [program, root, state, step, name, JSON.stringify(input)];
  const child = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(child, `${name} is to be killed at ${step}`).toMatchObject({ signal: "SIGKILL" });
}

/** What a server that starts anew finds: the tree as it was, or a change that can be undone to it. */
async function checkKilled(
  [step, name, input]: readonly [string, string, unknown],
  state?: string,
): Promise<void> {
  using ws = openTestWorkspace(files, {}, state === undefined ? {} : { stateFolder: state });
  symlinkSync("nowhere", join(ws.root, "link"));
  const before = treeOf(ws.root);
  killAt(step, ws.root, ws.scope.stateFolder, name, input);
  const cut = treeOf(ws.root);
  const { total } = (await ws.call("list_changes", {})).data;
  expect(total).toBe(step === "written" ? 1 : 0);
  if (total === 1) {
    expect(cut).not.toEqual(before);
    expect(await ws.call("undo_change", {})).toMatchObject({ isError: false });
  }
  expect(treeOf(ws.root), `${name} killed at ${step}`).toEqual(before);
  const edit = await ws.call("write_file", { path: "a.txt", content: "3\n" });
  expect(edit, `an edit after ${name} was killed at ${step}`).toMatchObject({ isError: false });
}

describe("a change that is killed", () => {
  for (const one of steps) {
    verifies(
      ["TOOL-13", "GOV-08"],
      `leaves the old state, or is made and can be undone: ${one[1]} ${JSON.stringify(one[2])} at "${one[0]}"`,
      async () => await checkKilled(one),
    );
  }
  for (const one of betweenDevices) {
    it.runIf(existsSync("/dev/shm"))(`does so between devices: ${one[1]} at "${one[0]}"`, async () => {
      const state = mkdtempSync("/dev/shm/loopwright-");
      try {
        await checkKilled(one, state);
      } finally {
        rmSync(state, { recursive: true });
      }
    });
  }
});

describe("the record of changes", () => {
  verifies(["TOOL-13", "GOV-08"], "outlives the server", async () => {
    await using at = await startWorkspaceServer(files);
    const before = treeOf(at.root);
    await at.call("edit_file", { path: "a.txt", old_str: "1", new_str: "2" });
    await at.call("delete_path", { path: "d" });
    await at.restart();
    expect((await at.call("list_changes", {})).data).toMatchObject({ total: 2 });
    await at.call("undo_change", {});
    await at.restart();
    await at.call("undo_change", {});
    expect(treeOf(at.root)).toEqual(before);
  });

  verifies(
    ["GOV-08", "TOOL-13"],
    "is shared by two servers at work on one folder: nothing is lost, and all of it can be undone by either",
    async () => {
      await using at = await startWorkspaceServer({ ...files, shared: "<0>\n" });
      const before = treeOf(at.root);
      const client = new Client({ name: "second", version: "1" });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [server, "--root", at.root, "--state", at.state],
          env: { PATH: process.env["PATH"] ?? "" },
        }),
      );
      const second = async (
        name: string,
        args: Record<string, unknown>,
      ): Promise<ReturnType<typeof answerOf>> =>
        answerOf((await client.callTool({ name, arguments: args })) as Parameters<typeof answerOf>[0]);
      try {
        const servers = [at.call, second];
        const made = await Promise.all(
          Array.from({ length: 24 }, async (_, i) => {
            const call = servers[i % 2] ?? second;
            return await call("write_file", { path: `new/${i}.txt`, content: `${i}` });
          }),
        );
        for (let i = 0; i < 6; i += 1) {
          const edit = { path: "shared", old_str: "<0>\n", new_str: `<0>\n[${i}]\n` };
          made.push(await (servers[i % 2] ?? second)("edit_file", edit));
        }
        expect(made.filter(({ isError }) => isError)).toEqual([]);
        const done = made.length;
        expect((await second("list_changes", { limit: 200 })).data).toMatchObject({ total: done });
        for (let i = 0; i < done; i += 1) {
          const undone = await (i % 2 === 0 ? at.call : second)("undo_change", {});
          expect(undone).toMatchObject({ isError: false });
        }
        expect(await at.call("undo_change", {})).toMatchObject({ code: "nothingToUndo" });
        expect(treeOf(at.root)).toEqual(before);
      } finally {
        await client.close();
      }
    },
  );
});
