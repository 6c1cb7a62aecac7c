import { describe, expect } from "vitest";
import { serverHandlers } from "../../../electron/host/requests/servers.ts";
import type { Rooms } from "../../../electron/host/requests/rooms.ts";
import type { Result, ServerId, ServerLogLevel } from "../../../shared/contract/index.ts";
import { sendJson, startMcpHttpServer } from "../../fakes/mcpHttpServer.ts";
import { verifies } from "../../verifies.ts";
import { fixture, startManager, stdio, until, type TestManager } from "./support.ts";

/** Sets a level by the request that the page makes. */
const set = async (at: TestManager, serverId: ServerId, level: ServerLogLevel): Promise<Result<null>> =>
  serverHandlers({ servers: at.manager } as Rooms)["server.setLogLevel"]({ serverId, level });

/** The levels that its tool's lines came at, once each, in a log that begins anew with the call. */
const logged = async (at: TestManager, id: ServerId): Promise<string[]> => {
  const have = at.logText(id).length;
  await at.text(id, "log");
  const fresh = (): string => at.logText(id).slice(have);
  // Every level brings this one, as the last.
  await until("it has logged", () => fresh().includes("[emergency] fixture: called"));
  return [...fresh().matchAll(/\[(\w+)\] fixture: called/g)].map(([, level]) => level ?? "");
};

const asked = (at: TestManager, id: ServerId): number => {
  const log = at.manager.inspector.protocol(id, 0);
  if (!log.ok) throw new Error(log.error.message);
  return log.value.entries.filter((one) => one.kind === "request" && one.method === "logging/setLevel")
    .length;
};

const severe = ["critical", "alert", "emergency"];

describe("the log level of a server", () => {
  verifies(
    ["MCP-02", "MCP-06"],
    "a server logs at the level a person chose: at once, after a crash, after a stop, and with a changed definition",
    async () => {
      await using at = startManager({ limits: { restartDelaysMs: [20] } });
      const id = await at.ready("logging");
      expect(at.info(id).logLevel).toBeUndefined();
      expect(await logged(at, id)).toEqual(["error", ...severe]);
      const told: unknown[] = [];
      at.manager.onChanged(({ server }) => told.push(server?.logLevel));

      expect(await set(at, id, "warning")).toEqual({ ok: true, value: null });
      expect(told).toEqual(["warning"]);
      expect(await logged(at, id)).toEqual(["warning", "error", ...severe]);
      expect(await set(at, id, "critical")).toEqual({ ok: true, value: null });
      expect(await logged(at, id)).toEqual(severe);

      process.kill(at.info(id).pid ?? 0, "SIGKILL");
      await until("it is up again", () => at.info(id).restarts === 1 && at.info(id).state === "ready");
      expect(await logged(at, id)).toEqual(severe);
      expect(asked(at, id)).toBe(3);

      await at.manager.stop(id);
      expect(at.info(id)).toMatchObject({ state: "stopped", logLevel: "critical" });
      expect(await set(at, id, "debug")).toMatchObject({
        error: { code: "unreachable", key: "serverNotRunning" },
      });
      expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
      expect(await logged(at, id)).toEqual(severe);

      const changed = { name: "other", transport: stdio([fixture("logging"), "stubborn"]) };
      expect(await at.manager.update(id, changed)).toEqual({ ok: true, value: null });
      expect(await logged(at, id)).toEqual(severe);
      expect(at.info(id).logLevel).toBe("critical");
    },
  );

  verifies(
    ["MCP-02"],
    "a refused level says why and leaves the one before; without the capability none is asked",
    async () => {
      await using at = startManager();
      const id = await at.ready("logging", ["stubborn"]);
      await set(at, id, "alert");
      const refused = await set(at, id, "debug");
      expect(refused).toMatchObject({ error: { code: "invalidInput", key: "logLevelRefused" } });
      expect(refused.ok ? "" : refused.error.message).toContain(
        "no logging/setLevel here. It logs as before; choose",
      );
      expect(at.info(id).logLevel).toBe("alert");
      expect(await logged(at, id)).toEqual(["alert", "emergency"]);

      const mute = await at.ready("logging", ["mute"], { name: "mute" });
      expect(await set(at, mute, "debug")).toMatchObject({
        error: { code: "notAvailable", key: "logLevelNone" },
      });
      expect(asked(at, mute)).toBe(0);
      expect(at.info(mute).logLevel).toBeUndefined();
    },
  );

  verifies(
    ["MCP-01", "MCP-02"],
    "a server of 2026-07-28 gets the level with each request, from the start on info",
    async () => {
      await using at = startManager({ limits: { restartDelaysMs: [20] } });
      const id = await at.ready("oddNext", ["logs"]);
      expect(at.info(id)).toMatchObject({ protocolVersion: "2026-07-28", logLevel: "info" });
      expect(await set(at, id, "warning")).toEqual({ ok: true, value: null });
      expect(at.info(id).logLevel).toBe("warning");
      await at.text(id, "list");
      await until("it is logged so", () => at.logText(id).includes("[warning] called list"));

      process.kill(at.info(id).pid ?? 0, "SIGKILL");
      await until("it is up again", () => at.info(id).restarts === 1 && at.info(id).state === "ready");
      await at.text(id, "typeNull");
      await until("it is logged so again", () => at.logText(id).includes("[warning] called typeNull"));
      expect(at.logText(id)).not.toContain("[info] called");
    },
  );

  verifies(["MCP-01", "MCP-02"], "a session that is opened anew is asked for the level again", async () => {
    await using at = startManager();
    await using server = await startMcpHttpServer();
    const hello = { protocolVersion: "2025-11-25", capabilities: { tools: {}, logging: {} } };
    server.say = ({ headers, message }, response) => {
      if (message?.method === "initialize") {
        const result = { ...hello, serverInfo: { name: "fake", version: "1" } };
        sendJson(
          response,
          { jsonrpc: "2.0", id: message.id, result },
          { "mcp-session-id": server.session ?? "" },
        );
        return true;
      }
      const isForgotten = headers["mcp-session-id"] === "one" && server.session === "two";
      if (isForgotten) response.writeHead(404).end();
      return isForgotten;
    };
    const added = at.manager.add({ name: "far", transport: { kind: "http", url: server.url } });
    if (!added.ok) throw new Error(added.error.message);
    const { serverId } = added.value;
    expect(await at.manager.start(serverId)).toEqual({ ok: true, value: null });
    expect(await set(at, serverId, "alert")).toEqual({ ok: true, value: null });
    server.session = "two";
    expect(await at.text(serverId, "echo")).toBe("ran");
    const sets = server.seen.filter(({ message }) => message?.method === "logging/setLevel");
    expect(sets.map(({ headers }) => headers["mcp-session-id"])).toEqual(["one", "two"]);
    expect(at.info(serverId)).toMatchObject({ state: "ready", restarts: 0, logLevel: "alert" });
  });
});
