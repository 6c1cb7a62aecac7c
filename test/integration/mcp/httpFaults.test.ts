import { afterEach, beforeEach, describe, expect } from "vitest";
import type { ServerId } from "../../../shared/contract/index.ts";
import { sendJson, startMcpHttpServer, textResult, type McpHttpServer } from "../../fakes/mcpHttpServer.ts";
import { verifies } from "../../verifies.ts";
import { startFar, startManager, textOf, until, type TestManager } from "./support.ts";

/** What servers say that offer no stream of their own: only 405 is by the book. */
const noStream = [
  { title: "405", status: 405, type: "text/plain", body: "" },
  { title: "404", status: 404, type: "text/plain", body: "Not found" },
  { title: "406", status: 406, type: "text/plain", body: "Not acceptable" },
  { title: "200 with JSON", status: 200, type: "application/json", body: "{}" },
];

/** How servers say that they do not know a session (any more). */
const forgotten = [
  { title: "404", status: 404, body: "" },
  { title: "400 in words", status: 400, body: "No valid session ID provided" },
  {
    title: "400 in JSON",
    status: 400,
    body: JSON.stringify({
      jsonrpc: "2.0",
      error: { code: -32_000, message: "Bad Request: No valid session ID provided" },
      id: null,
    }),
  },
];

describe("servers over HTTP that are not by the book", () => {
  let at: TestManager;
  let server: McpHttpServer;

  beforeEach(async () => {
    at = startManager({ limits: { restartDelaysMs: [50, 100] } });
    server = await startMcpHttpServer();
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const ready = (): Promise<ServerId> => startFar(at, server.url);

  for (const { title, status, type, body } of noStream)
    verifies("MCP-01", `MC-07: works where the standing stream is answered with ${title}`, async () => {
      server.say = ({ http }, response) => {
        if (http !== "GET") return false;
        response.writeHead(status, { "content-type": type }).end(body);
        return true;
      };
      const id = await ready();
      for (let i = 0; i < 20; i++) expect(await at.text(id, "echo")).toBe("ran");
      expect(at.info(id)).toMatchObject({ state: "ready", restarts: 0 });
      expect(server.seen.filter(({ http }) => http === "GET").length).toBeLessThanOrEqual(5);
    });

  for (const { title, status, body } of forgotten)
    verifies(
      "MCP-01",
      `MC-08: a session forgotten with ${title} is opened anew once, and no call counts twice`,
      async () => {
        let counter = 0;
        server.say = ({ headers, message }, response) => {
          if (message?.method === "initialize" || message?.method === undefined) return false;
          if (server.session !== null && headers["mcp-session-id"] !== server.session) {
            response.writeHead(status, {
              "content-type": body.startsWith("{") ? "application/json" : "text/plain",
            });
            response.end(body);
            return true;
          }
          if (message.method === "tools/list" && server.session === "two") {
            const tools = ["echo", "new"].map((name) => ({ name, inputSchema: { type: "object" } }));
            sendJson(response, { jsonrpc: "2.0", id: message.id, result: { tools } });
            return true;
          }
          if (message.method !== "tools/call") return false;
          sendJson(response, textResult(message.id, String(++counter)));
          return true;
        };
        const id = await ready();
        expect(await at.text(id, "echo")).toBe("1");
        expect(await at.manager.ask(id, "resources/subscribe", { uri: "a://b" })).toMatchObject({ ok: true });
        server.session = "two";
        const both = await Promise.all([at.call(id, "echo"), at.call(id, "echo")]);
        const texts = both.map((result) => (result.ok ? textOf(result.value.content) : result.error.message));
        expect(texts.sort()).toEqual(["2", "3"]);
        expect(counter).toBe(3);
        const methods = server.seen.map(({ message }) => message?.method);
        expect(methods.filter((method) => method === "initialize")).toHaveLength(2);
        expect(methods.filter((method) => method === "resources/subscribe")).toHaveLength(2);
        await until("its tools were listed again", () => at.info(id).tools.length === 2);
      },
    );
});
