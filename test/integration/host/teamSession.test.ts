import { afterEach, beforeEach, describe, expect } from "vitest";
import type { ServerInfo } from "../../../shared/contract/index.ts";
import { calls, says, startModelServer, type ModelServer } from "../../fakes/modelServer.ts";
import { startSession, type TestSession } from "../../fakes/hostProcess.ts";
import { makeWorkspace, type TestWorkspace } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";
import { connectClient } from "../team/teamServer.ts";
import { hostedTeam, type HostedTeam } from "./teamSetup.ts";

describe("a session that works with a team server", () => {
  let team: HostedTeam;
  let model: ModelServer;
  let workspace: TestWorkspace;
  let session: TestSession;
  let url: string;

  const open = async (limits: Record<string, unknown> = {}): Promise<ServerInfo> => {
    team = await hostedTeam(limits);
    url = await team.start();
    const { host } = team;
    const authorization = `Bearer ${await team.issuer.token("ana")}`;
    const { serverId } = await host.ask("server.add", {
      name: "shop",
      transport: { kind: "http", url, headers: { Authorization: authorization } },
    });
    await host.ask("server.start", { serverId });
    const added = {
      kind: "openai-compatible" as const,
      name: "scripted",
      baseUrl: model.baseUrl,
      model: "scripted",
    };
    const { modelId } = await host.ask("model.add", added);
    session = await startSession(host, workspace.path, modelId);
    const found = (await host.ask("server.list", {})).find((server) => server.serverId === serverId);
    if (found === undefined) throw new Error("the server is not listed");
    return found;
  };
  const nameOf = (server: ServerInfo, tool: string): string =>
    server.tools.find(({ name }) => name === tool)?.modelName ?? `no tool ${tool}`;

  beforeEach(async () => {
    model = await startModelServer([]);
    workspace = makeWorkspace();
  });
  afterEach(async () => {
    await team[Symbol.asyncDispose]();
    await model.close();
    workspace[Symbol.dispose]();
  });

  verifies(
    ["TOOL-10"],
    "its tools are listed with their levels; an edit is asked, and runs under the request id that the log has",
    async () => {
      const server = await open();
      expect(server).toMatchObject({ state: "ready", transport: { headers: { Authorization: "" } } });
      // Whatever a remote server says of itself, its tools act outside this computer.
      expect(new Set(server.tools.map(({ severity }) => severity))).toEqual(new Set(["L4"]));
      team.put("src/a.ts", "one\n");
      const edit = { path: "src/a.ts", old_str: "one", new_str: "two" };
      model.script(calls(nameOf(server, "edit_file"), edit), says("done"));
      await session.send("edit it");
      const card = await session.approval();
      expect(card).toMatchObject({ severity: "L4", call: { tool: "edit_file" }, arguments: edit });
      expect(team.read("src/a.ts")).toBe("one\n");
      await session.decide(card, "allow");
      expect((await session.ended()).calls).toMatchObject([{ state: "completed" }]);
      expect(team.read("src/a.ts")).toBe("two\n");
      const [call] = (await team.info()).calls;
      expect(call).toMatchObject({
        identity: "ana",
        tool: "edit_file",
        requestId: card.call.callId,
        outcome: "ok",
      });
    },
    120_000,
  );

  verifies(
    ["TOOL-10"],
    "where there is no room the host waits as long as it is told, and asks again under the same request id",
    async () => {
      const server = await open({ atOnce: 1, queued: 0 });
      const bob = await connectClient(url, await team.issuer.token("bob"));
      const line = "while [ ! -f go ]; do sleep 0.05; done";
      const held = bob.call("run_command", { command: line });
      await team.host.waitFor("team.changed", ({ team: info }) => info?.health?.running === 1);
      team.put("src/a.ts", "one\n");
      const write = { path: "src/b.ts", content: "new\n" };
      model.script(calls(nameOf(server, "write_file"), write), says("done"));
      await session.send("write it");
      const card = await session.approval();
      await session.decide(card, "allow");
      await team.host.waitFor(
        "team.changed",
        ({ team: info }) => info?.calls.some(({ decision }) => decision === "refused") ?? false,
      );
      team.put("go", "");
      expect((await held).isError).toBe(false);
      await bob.close();
      expect((await session.ended(60_000)).calls).toMatchObject([{ state: "completed" }]);
      expect(team.read("src/b.ts")).toBe("new\n");
      const mine = (await team.info()).calls.filter(({ requestId }) => requestId === card.call.callId);
      expect(mine[0]).toMatchObject({ decision: "allowed", outcome: "ok" });
      expect(mine.slice(1).length).toBeGreaterThan(0);
      expect(new Set(mine.slice(1).map(({ decision }) => decision))).toEqual(new Set(["refused"]));
    },
    180_000,
  );

  verifies(
    ["TOOL-10"],
    "of two identities that edit one file the second is told that its base is stale, and the file keeps the first's edit",
    async () => {
      const server = await open();
      team.put("src/a.ts", "one\n");
      const bob = await connectClient(url, await team.issuer.token("bob"));
      const read = await bob.call("read_file", { path: "src/a.ts" });
      const base = /sha256:[0-9a-f]{64}/.exec(read.text)?.[0] ?? String(read.data["hash"]);
      const theirs = await bob.call("edit_file", {
        path: "src/a.ts",
        old_str: "one",
        new_str: "two",
        base_hash: base,
      });
      expect(theirs.code).toBe("");
      await bob.close();
      const stale = { path: "src/a.ts", old_str: "one", new_str: "three", base_hash: base };
      model.script(calls(nameOf(server, "edit_file"), stale), says("done"));
      await session.send("edit it");
      await session.decide(await session.approval(), "allow");
      const [call] = (await session.ended()).calls;
      expect(call?.state).toBe("failed");
      const told =
        model.requests.at(-1)?.body.messages.findLast(({ role }) => role === "tool")?.content ?? "";
      expect(told).toMatch(/changed|stale/i);
      expect((await team.info()).calls[0]).toMatchObject({
        identity: "ana",
        tool: "edit_file",
        outcome: "stale",
      });
      expect(team.read("src/a.ts")).toBe("two\n");
    },
    120_000,
  );
});
