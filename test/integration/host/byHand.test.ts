import path from "node:path";
import { describe, expect } from "vitest";
import { startHost, type TestHost } from "../../fakes/hostProcess.ts";
import { makeWorkspace } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";
import type { Approval, CallId, ServerId, SessionId } from "../../../shared/contract/index.ts";
import type { LoggedEvent } from "../../../shared/events/index.ts";

const fixture = (name: string): string =>
  path.resolve(import.meta.dirname, "../../fixtures/servers", `${name}.ts`);

const addServer = async (host: TestHost, name: string, file: string): Promise<ServerId> => {
  const { serverId } = await host.ask("server.add", {
    name,
    transport: { kind: "stdio", command: process.execPath, args: [fixture(file)] },
  });
  await host.ask("server.start", { serverId });
  return serverId;
};

const waiting = (host: TestHost, callId: CallId): Promise<Approval> =>
  host.waitFor("approval.requested", ({ call }) => call.callId === callId);

const decide = (host: TestHost, approval: Approval, decision: "allow" | "deny"): Promise<null> =>
  host.ask("approval.decide", { callId: approval.call.callId, argsHash: approval.argsHash, decision });

const ended = (host: TestHost, sessionId: SessionId): Promise<LoggedEvent> =>
  host.logged("turn.ended", (event) => event.sessionId === sessionId);

const typesOf = (host: TestHost, callId: CallId): string[] =>
  host.events
    .filter(({ event }) => event === "session.event")
    .map(({ data }) => data as LoggedEvent)
    .filter(({ body }) => (body as { callId?: string }).callId === callId)
    .map(({ type }) => type);

describe("a tool called by hand", () => {
  verifies(
    ["MCP-08", "GOV-01"],
    "another server's tool asks first, then runs, and all of it is in the log of a session that is not listed",
    async () => {
      await using host = await startHost();
      const serverId = await addServer(host, "plain", "plain");
      const { sessionId, callId } = await host.ask("server.callTool", {
        serverId,
        tool: "echo",
        arguments: { text: "hello" },
      });
      const approval = await waiting(host, callId);
      expect(approval).toMatchObject({
        severity: "L3",
        sessionTitle: "By hand: plain",
        isByHand: true,
        arguments: { text: "hello" },
      });
      const again = await host.request("server.callTool", {
        serverId,
        tool: "echo",
        arguments: { text: "b" },
      });
      expect(again).toMatchObject({ ok: false, error: { code: "conflict" } });
      await decide(host, approval, "allow");
      await ended(host, sessionId);
      const detail = await host.ask("call.read", { sessionId, callId });
      expect(detail.call).toMatchObject({ state: "completed", decidedBy: "person", tool: "echo" });
      expect(JSON.stringify(detail.content)).toContain("hello");
      expect(typesOf(host, callId)).toEqual([
        "call.proposed",
        "call.assessed",
        "call.approvalRequested",
        "call.decided",
        "call.started",
        "call.completed",
      ]);
      expect((await host.ask("session.list", {})).items).toEqual([]);
      const next = await host.ask("server.callTool", { serverId, tool: "echo", arguments: {} });
      expect(next.sessionId).toBe(sessionId);
    },
  );

  verifies(
    "MCP-08",
    "a refused call does not run; wrong arguments, an unknown tool and server say so",
    async () => {
      await using host = await startHost();
      const serverId = await addServer(host, "plain", "plain");
      const bad = await host.ask("server.callTool", { serverId, tool: "echo", arguments: { text: 5 } });
      await host.logged("call.failed", ({ body }) => (body as { callId?: string }).callId === bad.callId);
      await ended(host, bad.sessionId);
      const { call, text } = await host.ask("call.read", bad);
      expect([call.state, call.errorCode]).toEqual(["failed", "invalidInput"]);
      expect(text).toContain('"text"');
      const ids = await host.ask("server.callTool", { serverId, tool: "echo", arguments: { text: "x" } });
      await decide(host, await waiting(host, ids.callId), "deny");
      await host.logged("call.decided", ({ body }) => (body as { callId?: string }).callId === ids.callId);
      expect(typesOf(host, ids.callId)).not.toContain("call.started");
      const odd = await addServer(host, "odd", "oddTools");
      const wrong = await host.ask("server.callTool", { serverId: odd, tool: "wrong", arguments: {} });
      await decide(host, await waiting(host, wrong.callId), "allow");
      await host.logged(
        "call.completed",
        ({ body }) => (body as { callId?: string }).callId === wrong.callId,
      );
      const { warnings } = await host.ask("call.read", wrong);
      expect(warnings?.join(" ")).toMatch(/does not fit the output schema of "wrong"/);
      const none = await host.request("server.callTool", { serverId, tool: "nothing", arguments: {} });
      expect(none).toMatchObject({ ok: false, error: { code: "notFound", key: "byHandNoTool" } });
      await host.ask("server.stop", { serverId });
      const off = await host.request("server.callTool", { serverId, tool: "echo", arguments: {} });
      expect(off).toMatchObject({ ok: false, error: { key: "byHandNotRunning" } });
    },
  );

  verifies("MCP-08", "a read of the workspace runs at once; a running call can be stopped", async () => {
    await using host = await startHost();
    using workspace = makeWorkspace({ "a.txt": "seen by hand\n" });
    const { workspaceId } = await host.ask("workspace.open", { path: workspace.path });
    const demo = (await host.ask("model.list", {}))[0]!;
    const session = await host.ask("session.create", { workspaceId, modelId: demo.modelId });
    await host.ask("session.send", { sessionId: session.sessionId, text: "hi" });
    await host.waitFor(
      "server.changed",
      ({ server }) => server?.isBundled === true && server.state === "ready",
    );
    const server = (await host.ask("server.list", {})).find((one) => one.isBundled)!;
    const read = await host.ask("server.callTool", {
      serverId: server.serverId,
      tool: "read_file",
      arguments: { path: "a.txt" },
    });
    await ended(host, read.sessionId);
    const { call, text } = await host.ask("call.read", read);
    expect(call).toMatchObject({ state: "completed", severity: "L1", decidedBy: "policy" });
    expect(text).toContain("seen by hand");

    const serverId = await addServer(host, "slow", "slow");
    const slow = await host.ask("server.callTool", { serverId, tool: "never", arguments: {} });
    await decide(host, await waiting(host, slow.callId), "allow");
    await host.logged("call.started", ({ body }) => (body as { callId?: string }).callId === slow.callId);
    await host.ask("session.stop", { sessionId: slow.sessionId });
    expect((await host.ask("call.read", slow)).call.state).toBe("cancelled");
  });

  verifies(
    "AUD-01",
    "a call that waited when the host died did not run, and waits for nobody afterwards",
    async () => {
      const first = await startHost();
      const serverId = await addServer(first, "plain", "plain");
      const ids = await first.ask("server.callTool", { serverId, tool: "echo", arguments: { text: "x" } });
      await waiting(first, ids.callId);
      await first.kill();
      await using host = await startHost({ dataDir: first.dataDir });
      const { call } = await host.ask("call.read", ids);
      expect(call.state).toBe("interrupted");
      expect(await host.ask("approval.list", {})).toEqual([]);
    },
  );
});
