import { spawn } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { ServerDefinition, ServerId } from "../../../shared/contract/index.ts";
import {
  sendJson,
  startMcpHttpServer,
  textResult,
  type McpHttpServer,
  type Say,
} from "../../fakes/mcpHttpServer.ts";
import { verifies } from "../../verifies.ts";
import { npmServer, startManager, textOf, until, type TestManager } from "./support.ts";

const http = (url: string, headers?: Record<string, string>): ServerDefinition["transport"] => ({
  kind: "http",
  url,
  ...(headers === undefined ? {} : { headers }),
});

/** Overrides the answer to calls of tools only. */
const onCall =
  (say: Say): Say =>
  (seen, response) =>
    seen.message?.method === "tools/call" && say(seen, response);

const freePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

describe("servers reached by URL", () => {
  let at: TestManager;
  let server: McpHttpServer;

  beforeEach(async () => {
    at = startManager({ limits: { restartDelaysMs: [50, 100, 200, 400, 800, 1600] } });
    server = await startMcpHttpServer();
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const add = (transport: ServerDefinition["transport"], name = "far"): ServerId => {
    const added = at.manager.add({ name, transport });
    if (!added.ok) throw new Error(added.error.message);
    return added.value.serverId;
  };
  const ready = async (headers?: Record<string, string>): Promise<ServerId> => {
    const id = add(http(server.url, headers));
    expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
    return id;
  };

  verifies("MCP-01", "connect, list and call; the session is sent along and ended at the stop", async () => {
    const id = await ready();
    expect(at.info(id)).toMatchObject({ state: "ready", protocolVersion: "2025-11-25" });
    expect(at.info(id).pid).toBeUndefined();
    expect(at.info(id).tools).toMatchObject([{ name: "echo", severity: "L4" }]);
    expect(await at.text(id, "echo")).toBe("ran");
    await at.manager.stop(id);
    const calls = server.seen.filter(({ message }) => message?.method === "tools/call");
    expect(calls[0]?.headers).toMatchObject({
      "mcp-session-id": "one",
      "mcp-protocol-version": "2025-11-25",
    });
    expect(server.seen.at(-1)?.http).toBe("DELETE");
  });

  verifies("MCP-03", "headers are sent, kept as secrets, and never shown or stored", async () => {
    const id = await ready({ Authorization: "Bearer s3cret-value" });
    expect(await at.text(id, "echo")).toBe("ran");
    for (const { headers } of server.seen) expect(headers["authorization"]).toBe("Bearer s3cret-value");
    expect(at.info(id).transport).toEqual(http(server.url, { Authorization: "" }));
    expect(JSON.stringify([...at.stored])).not.toContain("s3cret-value");
    expect(JSON.stringify(at.events)).not.toContain("s3cret-value");
    expect([...at.secrets.values()]).toContain("Bearer s3cret-value");
  });

  verifies(
    "MCP-01",
    "addresses that are not https, or http on this machine, are refused with the reason",
    () => {
      const refused = (url: string, headers?: Record<string, string>): string => {
        const added = at.manager.add({ name: "x", transport: http(url, headers) });
        return added.ok ? "taken" : added.error.message;
      };
      expect(refused("http://example.com/mcp")).toContain("Use https");
      expect(refused("file:///etc/passwd")).toContain("begins with file:");
      expect(refused("javascript:alert(1)")).toContain("begins with javascript:");
      expect(refused("https://me:pass@example.com/mcp")).toContain("header");
      expect(refused("https://me:pass@example.com/mcp")).not.toContain("pass@");
      expect(refused("example.com")).toContain("whole URL");
      expect(refused("https://example.com", { "Content-Type": "x" })).toContain("Content-Type");
      expect(refused("https://example.com", { "X-A": "a", "x-a": "b" })).toContain("x-a");
      expect(refused("https://example.com", { A: "b\r\nC: d" })).toContain("malformed");
      return Promise.resolve();
    },
  );

  verifies("MCP-01", "a session that the server forgot is opened anew, and the call succeeds", async () => {
    const id = await ready();
    server.session = "two";
    server.say = ({ headers, message }, response) => {
      if (headers["mcp-session-id"] !== "one" || message?.method === "initialize") return false;
      response.writeHead(404).end();
      return true;
    };
    const both = await Promise.all([at.text(id, "echo"), at.text(id, "echo")]);
    expect(both).toEqual(["ran", "ran"]);
    expect(at.info(id).state).toBe("ready");
    const initialized = server.seen.filter(({ message }) => message?.method === "initialize");
    expect(initialized).toHaveLength(2);
    expect(at.logText(id)).toContain("opened anew");
  });

  verifies(
    "MCP-01",
    "an answer whose stream breaks off without an id fails at once as unknown, not at the time limit",
    async () => {
      const id = await ready();
      server.say = onCall((_seen, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(": still there\n\n");
        setTimeout(() => response.destroy(), 20);
        return true;
      });
      const result = await at.call(id, "echo");
      expect(result).toMatchObject({ ok: false, error: { code: "unreachable" } });
      expect(!result.ok && result.error.message).toContain("not known whether the call took effect");
      server.say = () => false;
      expect(await at.text(id, "echo")).toBe("ran");
    },
  );

  verifies("MCP-01", "an answer whose stream has an id is taken up again where it broke off", async () => {
    const id = await ready();
    let asked: unknown;
    server.say = (seen, response) => {
      const events = { "content-type": "text/event-stream" };
      if (seen.message?.method === "tools/call") {
        asked = seen.message.id;
        response.writeHead(200, events).end("retry: 20\nid: mark-1\ndata:\n\n");
        return true;
      }
      if (seen.http !== "GET" || seen.headers["last-event-id"] !== "mark-1") return false;
      response
        .writeHead(200, events)
        .end(`id: mark-2\ndata: ${JSON.stringify(textResult(asked, "later"))}\n\n`);
      return true;
    };
    expect(await at.text(id, "echo")).toBe("later");
  });

  verifies("MCP-02", "an answer over the limit fails its own call; the next one works", async () => {
    const id = await ready();
    server.say = onCall(({ message }, response) => {
      sendJson(response, textResult(message?.id, "x".repeat(33 * 1024 * 1024)));
      return true;
    });
    expect(await at.call(id, "echo")).toMatchObject({ ok: false, error: { code: "resourceExhausted" } });
    server.say = onCall(({ message }, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`id: big\ndata: ${JSON.stringify(textResult(message?.id, "x".repeat(33 << 20)))}\n\n`);
      return true;
    });
    expect(await at.call(id, "echo")).toMatchObject({ ok: false, error: { code: "resourceExhausted" } });
    server.say = () => false;
    expect(await at.text(id, "echo")).toBe("ran");
    expect(at.info(id).restarts).toBe(0);
  });

  verifies("MCP-06", "each kind of failing address says what is wrong and what to do", async () => {
    const failed = async (say: Say): Promise<{ code: string; message: string }> => {
      server.say = say;
      const id = add(http(server.url), `s${at.manager.list().length}`);
      const result = await at.manager.start(id);
      expect(at.info(id).state).toBe("failed");
      if (result.ok) throw new Error("it started");
      return result.error;
    };
    const status =
      (code: number): Say =>
      (_seen, response) => {
        response.writeHead(code).end("no");
        return true;
      };
    expect(await failed(status(401))).toMatchObject({ code: "unauthorized" });
    expect((await failed(status(403))).message).toContain("Authorization");
    expect(await failed(status(404))).toMatchObject({ code: "notFound" });
    expect((await failed(status(503))).message).toContain("HTTP 503");
    expect(
      (
        await failed((_seen, response) => {
          response.writeHead(200, { "content-type": "text/html" }).end("<html>");
          return true;
        })
      ).message,
    ).toContain("is a web page, not an MCP server");
    const moved = await failed((_seen, response) => {
      response.writeHead(307, { location: "http://127.0.0.2:1/mcp" }).end();
      return true;
    });
    expect(JSON.stringify(moved)).toContain("127.0.0.2");
    const gone = add(http(`http://127.0.0.1:${await freePort()}/mcp`), "gone");
    const result = await at.manager.start(gone);
    expect(!result.ok && result.error.message).toContain("nothing listens there");
  });

  verifies("MCP-06", "a server that went away is connected again when it is back", async () => {
    const id = await ready();
    const port = Number(new URL(server.url).port);
    await server[Symbol.asyncDispose]();
    expect(await at.call(id, "echo")).toMatchObject({ ok: false, error: { code: "unreachable" } });
    await until("it is seen to be gone", () => at.info(id).state !== "ready");
    server = await startMcpHttpServer(port);
    await until("it is connected again", () => at.info(id).state === "ready");
    expect(await at.text(id, "echo")).toBe("ran");
  });

  verifies("TOOL-10", "a busy server is asked again after the pause it named", async () => {
    const id = await ready();
    let busy = 2;
    server.say = onCall(({ message }, response) => {
      if (busy === 0) return false;
      busy--;
      sendJson(response, {
        jsonrpc: "2.0",
        id: message?.id,
        result: {
          isError: true,
          content: [{ type: "text", text: "busy" }],
          structuredContent: { error: { code: "resourceExhausted", message: "busy", retryAfterMs: 10 } },
        },
      });
      return true;
    });
    expect(await at.text(id, "echo")).toBe("ran");
    expect(server.seen.filter(({ message }) => message?.method === "tools/call")).toHaveLength(3);
    busy = 100;
    const result = await at.call(id, "echo");
    expect(result.ok && result.value.isError && textOf(result.value.content)).toBe("busy");
  });

  verifies("MCP-01", "a standing stream that is closed at once is not asked for for ever", async () => {
    server.say = ({ http: method }, response) => {
      if (method !== "GET") return false;
      response.writeHead(200, { "content-type": "text/event-stream" }).end("retry: 1\n\n");
      return true;
    };
    const id = await ready();
    expect(await at.text(id, "echo")).toBe("ran");
    const gets = (): number => server.seen.filter((seen) => seen.http === "GET").length;
    await until("the stream was asked for several times", () => gets() >= 5);
    for (let i = 0; i < 20; i++) await at.text(id, "echo");
    expect(gets()).toBeLessThanOrEqual(6);
  });

  verifies("MCP-01", "server-everything over Streamable HTTP and over the older SSE", async () => {
    for (const [mode, path] of [
      ["streamableHttp", "mcp"],
      ["sse", "sse"],
    ] as const) {
      const port = await freePort();
      const child = spawn(process.execPath, [npmServer("everything"), mode], {
        env: { ...process.env, PORT: String(port) },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child.stdout.resume();
      try {
        await new Promise<void>((resolve, reject) => {
          child.once("exit", () => reject(new Error(`the ${mode} server ended`)));
          child.stderr.on("data", (text: Buffer) => {
            if (/port|listen|running/i.test(text.toString())) resolve();
          });
        });
        const id = add(http(`http://127.0.0.1:${port}/${path}`), mode);
        expect(await at.manager.start(id), mode).toEqual({ ok: true, value: null });
        expect(await at.text(id, "echo", { message: "héllo 世界" })).toContain("héllo 世界");
        expect(at.info(id).tools.length).toBeGreaterThan(5);
        expect(at.logText(id).includes("older"), mode).toBe(mode === "sse");
        await at.manager.stop(id);
      } finally {
        child.kill("SIGKILL");
      }
    }
  });
});
