import { gzipSync } from "node:zlib";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { ServerId } from "../../../shared/contract/index.ts";
import { sendJson, startMcpHttpServer, textResult, type McpHttpServer } from "../../fakes/mcpHttpServer.ts";
import { verifies } from "../../verifies.ts";
import { startFar, startManager, textOf, until, type TestManager } from "./support.ts";

const events = { "content-type": "text/event-stream" };

describe("answers over HTTP", () => {
  let at: TestManager;
  let server: McpHttpServer;

  beforeEach(async () => {
    at = startManager({ limits: { restartDelaysMs: [50, 100, 200, 400, 800, 1600, 3200] } });
    server = await startMcpHttpServer();
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const ready = (): Promise<ServerId> => startFar(at, server.url);
  /** What calls of one tool are answered with; the rest as usual. */
  const answers = (by: Record<string, (id: unknown, response: ServerResponse) => void>): void => {
    server.say = ({ message }, response) => {
      const tool = message?.method === "tools/call" ? String(message.params?.["name"]) : "";
      by[tool]?.(message?.id, response);
      return tool in by;
    };
  };

  verifies("MCP-01", "a call that is taken without an answer fails at once as unknown", async () => {
    const id = await ready();
    answers({ echo: (_id, response) => response.writeHead(202).end() });
    expect(await at.call(id, "echo", {}, { timeoutMs: 600_000 })).toMatchObject({
      error: { code: "unreachable", key: "serverAnswerLost" },
    });
    expect(at.info(id).state).toBe("ready");
  });

  const odd = [
    { title: "a web page", type: "text/html", body: "<p>Please log in</p>", says: "text/html" },
    { title: "half of a message", type: "application/json", body: '{"jsonrpc":', says: "no JSON" },
    { title: "no message", type: "application/json", body: '{"hello":1}', says: "malformed" },
  ];
  for (const { title, type, body, says } of odd)
    verifies("MCP-06", `a call answered with ${title} fails with that reason`, async () => {
      const id = await ready();
      answers({ echo: (_id, response) => response.writeHead(200, { "content-type": type }).end(body) });
      const failed = await at.call(id, "echo");
      expect(failed).toMatchObject({ error: { code: "unreachable", key: "serverAnswerOdd" } });
      expect(failed.ok ? "" : failed.error.message).toContain(says);
      server.say = () => false;
      expect(await at.text(id, "echo")).toBe("ran");
    });

  verifies(["MCP-01", "MCP-04"], "odd envelopes, batches and packed answers arrive", async () => {
    const id = await ready();
    const full = (call: unknown): object => ({
      ...(textResult(call, "ran") as object),
      error: null,
      took: 1,
    });
    answers({
      json: (call, response) => sendJson(response, full(call)),
      event: (call, response) =>
        response.writeHead(200, events).end(`data: ${JSON.stringify(full(call))}\n\n`),
      batch: (call, response) =>
        response.writeHead(200, events).end(`data: ${JSON.stringify([full(call)])}\n\n`),
      packed: (call, response) => {
        const headers = { "content-type": "application/json", "content-encoding": "gzip" };
        response.writeHead(200, headers).end(gzipSync(JSON.stringify(textResult(call, "ran"))));
      },
      moved: (_call, response) => response.writeHead(307, { location: "/there" }).end(),
    });
    const { say } = server;
    server.say = (seen, response) => seen.path !== "/there" && say(seen, response);
    for (const tool of ["json", "event", "batch", "packed", "moved"])
      expect(await at.text(id, tool)).toBe("ran");
  });

  verifies(
    "MCP-01",
    "a broken answer that cannot be taken up again is lost alone; one that still flows arrives",
    async () => {
      let finish = (): void => undefined;
      let refused = 0;
      const id = await ready();
      answers({
        breaks: (_call, response) => response.writeHead(200, events).end("id: e1\nretry: 10\ndata:\n\n"),
        flows: (call, response) => {
          response.writeHead(200, events).write(": here\n\n");
          finish = () => response.end(`data: ${JSON.stringify(textResult(call, "whole"))}\n\n`);
        },
      });
      const { say } = server;
      server.say = (seen, response) => {
        if (seen.headers["last-event-id"] !== "e1") return say(seen, response);
        refused++;
        response.writeHead(500).end();
        return true;
      };
      const flows = at.text(id, "flows");
      expect(await at.call(id, "breaks", {}, { timeoutMs: 600_000 })).toMatchObject({
        error: { code: "unreachable", key: "serverAnswerLost" },
      });
      expect(refused).toBeGreaterThan(1);
      finish();
      expect(await flows).toBe("whole");
      expect(at.info(id)).toMatchObject({ state: "ready", restarts: 0 });
    },
  );

  verifies(
    "MCP-01",
    "a stream that is refused once, and then breaks for good, leaves no call waiting",
    async () => {
      const id = await ready();
      let asked = 0;
      answers({
        breaks: (_call, response) => response.writeHead(200, events).end("id: e1\nretry: 10\ndata:\n\n"),
      });
      const { say } = server;
      server.say = (seen, response) => {
        if (seen.headers["last-event-id"] !== "e1") return say(seen, response);
        if (++asked === 1) response.writeHead(503).end();
        else if (asked === 2) response.writeHead(200, events).end(": nothing more\n\n");
        else response.writeHead(405).end();
        return true;
      };
      const lost = await at.call(id, "breaks", {}, { timeoutMs: 600_000 });
      expect(lost).toMatchObject({ error: { code: "unreachable", key: "serverAnswerLost" } });
      expect(asked).toBeGreaterThan(1);
    },
  );

  verifies("MCP-01", "a socket that is cut costs its own call and no other", async () => {
    let finish = (): void => undefined;
    const id = await ready();
    answers({
      cut: (_call, response) => response.destroy(),
      flows: (call, response) => {
        response.writeHead(200, events).write(": here\n\n");
        finish = () => response.end(`data: ${JSON.stringify(textResult(call, "whole"))}\n\n`);
      },
    });
    const flows = at.text(id, "flows");
    await until("it flows", () => server.seen.some(({ message }) => message?.params?.["name"] === "flows"));
    const lost = await at.call(id, "cut");
    expect(lost).toMatchObject({ error: { code: "unreachable", key: "serverAnswerLost" } });
    await until("it is asked for", () => server.seen.some(({ message }) => message?.method === "ping"));
    finish();
    expect(await flows).toBe("whole");
    expect(at.info(id)).toMatchObject({ state: "ready", restarts: 0 });
  });

  verifies("MCP-01", "a session that could not be opened anew is opened with the next call", async () => {
    const id = await ready();
    server.session = "two";
    let isDown = true;
    server.say = ({ headers, message }, response) => {
      const isHello = message?.method === "initialize";
      if (isHello ? !isDown : headers["mcp-session-id"] === "two") return false;
      response.writeHead(isHello ? 503 : 404).end();
      return true;
    };
    expect(await at.call(id, "echo")).toMatchObject({ ok: false });
    isDown = false;
    expect(await at.text(id, "echo")).toBe("ran");
  });

  verifies(
    ["MCP-01", "MCP-06"],
    "a server that goes away while nobody calls is seen to be gone, and comes back",
    async () => {
      const streams = new Set<ServerResponse>();
      let isAway = false;
      server.say = ({ http }, response) => {
        if (isAway) response.destroy();
        else if (http === "GET") {
          response.writeHead(200, events).write("retry: 10\ndata:\n\n");
          streams.add(response);
        }
        return isAway || http === "GET";
      };
      const id = await ready();
      await until("the stream stands", () => streams.size > 0);
      isAway = true;
      for (const stream of streams) stream.destroy();
      await until("its state says so", () => at.info(id).state !== "ready");
      isAway = false;
      await until("it is back", () => at.info(id).state === "ready");
      expect(await at.text(id, "echo")).toBe("ran");
    },
  );

  verifies(
    "MCP-01",
    "the older transport: a stream that breaks off ends the call at once, and is opened anew",
    async () => {
      let stream: ServerResponse | null = null;
      let opened = 0;
      server.say = ({ http, path, message }, response) => {
        if (http === "GET") {
          stream = response;
          response.writeHead(200, events).write(`event: endpoint\ndata: /messages?session=${++opened}\n\n`);
          return true;
        }
        if (!path.startsWith("/messages")) {
          response.writeHead(405).end();
          return true;
        }
        response.writeHead(202).end();
        const { id: call, method } = message ?? {};
        if (method === "tools/call" && opened === 1) stream?.destroy();
        const results: Record<string, object> = {
          initialize: {
            protocolVersion: "2024-11-05",
            capabilities: { tools: {} },
            serverInfo: { name: "old", version: "1" },
          },
          "tools/list": { tools: [{ name: "echo", inputSchema: { type: "object" } }] },
        };
        const result = results[method ?? ""] ?? { content: [{ type: "text", text: "ran" }] };
        if (call !== undefined)
          stream?.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: call, result })}\n\n`);
        return true;
      };
      const id = await ready();
      expect(await at.call(id, "echo", {}, { timeoutMs: 600_000 })).toMatchObject({
        error: { code: "unreachable", key: "serverAnswerLost" },
      });
      await until("it is connected again", () => opened > 1 && at.info(id).state === "ready");
      const again = await at.call(id, "echo");
      expect(again.ok && textOf(again.value.content)).toBe("ran");
    },
  );
});
