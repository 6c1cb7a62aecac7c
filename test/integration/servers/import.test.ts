import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remark } from "../../../shared/remarks/index.ts";
import { startHost, tempDir, type TestHost } from "../../fakes/hostProcess.ts";
import { verifies } from "../../verifies.ts";
import { goldenOf, homeEnv, placeConfigs } from "./places.ts";

let host: TestHost;
let home: string;
let workspace: string;
let places: Record<string, string>;

beforeAll(async () => {
  home = tempDir("home");
  workspace = tempDir("hostile");
  places = placeConfigs(home);
  host = await startHost({ env: { ...homeEnv(home), CURSOR_TOKEN: "of-the-environment" } });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
  rmSync(workspace, { recursive: true, force: true });
});

const clients = ["claude-desktop", "claude-code", "vscode", "cursor", "windsurf", "cline"] as const;

describe("servers of other programs", () => {
  for (const client of clients)
    verifies(
      "MCP-05",
      `${client}: every server of its file becomes the definition of its golden file`,
      async () => {
        const found = (await host.ask("server.findConfigs", {})).find((one) => one.client === client);
        if (found === undefined) throw new Error(`${client} was not found`);
        expect(found.path).toBe(places[client]);
        const told = JSON.stringify(found).replaceAll(JSON.stringify(found.path).slice(1, -1), "FILE");
        expect(JSON.parse(told)).toEqual(JSON.parse(readFileSync(goldenOf(client), "utf8")));
      },
    );

  verifies(
    "MCP-05",
    "a variable that is not set stops the start and is named, whatever its kind",
    async () => {
      const { candidates } = await host.ask("server.readConfig", {
        text: JSON.stringify({
          servers: {
            unset: { command: process.execPath, args: ["${env:NO_SUCH_VARIABLE}", "${OTHER_UNSET}"] },
            asked: { command: process.execPath, env: { KEY: "${input:token}" } },
          },
        }),
      });
      expect(candidates.map(({ isReady }) => isReady)).toEqual([true, false]);
      const wanted = [
        ["serverVariableMissing", "NO_SUCH_VARIABLE, OTHER_UNSET"],
        ["serverPlaceUnknown", "input:token"],
      ] as const;
      for (const [at, { definition }] of candidates.entries()) {
        const { serverId } = await host.ask("server.add", definition);
        const started = await host.request("server.start", { serverId });
        const [key, names] = wanted[at] ?? [];
        expect(started).toMatchObject({ ok: false, error: { key } });
        expect(started.ok ? "" : started.error.message).toContain(names);
        const info = (await host.ask("server.list", {})).find((one) => one.serverId === serverId);
        expect(info).toMatchObject({ state: "failed", lastError: { key } });
        expect(info?.pid).toBeUndefined();
      }
    },
  );

  it("reads what is broken as far as it goes, says the line, and never takes a prototype for a server", async () => {
    const read = (text: string) => host.ask("server.readConfig", { text });
    const broken = await read(
      '{"mcpServers": {"a": {"command": "x"},\n "b": {"command": "y" "args": ["z"]}}}',
    );
    expect(broken.candidates.map(({ definition }) => definition.name)).toEqual(["a"]);
    expect(broken.problems).toEqual([
      remark("importPartJson", { line: 2, what: "CommaExpected" }),
      remark("importBroken", { name: "b" }),
    ]);
    expect((await read("not a server")).problems[0]).toMatchObject({ key: "importNoJson" });
    expect((await read('{"__proto__":{"command":"sh"}}')).candidates[0]?.givenName).toBe("__proto__");
    expect((await read('{"__proto__":{}}')).candidates).toEqual([]);
    expect((await read("[".repeat(200_000))).candidates).toEqual([]);
    expect((await read("{}")).problems).toEqual([remark("importNone")]);
  });

  it.runIf(process.platform !== "win32")(
    "SEC-LINK-03: a folder's pipe or huge file of that name is named and not read",
    async () => {
      mkdirSync(path.join(workspace, ".vscode"));
      execFileSync("mkfifo", [path.join(workspace, ".mcp.json")]);
      writeFileSync(path.join(workspace, ".vscode/mcp.json"), " ".repeat(2_100_000));
      await host.ask("workspace.open", { path: workspace });
      const inFolder = (await host.ask("server.findConfigs", {})).filter((one) =>
        one.path.startsWith(workspace),
      );
      expect(inFolder.map((one) => one.problems[0])).toEqual([
        remark("fileIrregular"),
        remark("fileTooLarge"),
      ]);
    },
  );
});
