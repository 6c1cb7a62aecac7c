import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A JSON-RPC message as it came in. */
export interface Posted {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

/** One request as the fake saw it. */
export interface Seen {
  readonly http: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly message: Posted | null;
}

/** What a test says in place of the usual answer; true when it did. */
export type Say = (request: Seen, response: ServerResponse) => boolean;

/** An MCP server over HTTP that says what a test wants. */
export interface McpHttpServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: Seen[];
  /** Overrides answers until set again. */
  say: Say;
  /** The session handed out at `initialize`; null for a server without sessions. */
  session: string | null;
}

/** Sends a JSON answer. */
export const sendJson = (
  response: ServerResponse,
  value: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
};

/** A `tools/call` result with one text. */
export const textResult = (id: unknown, text: string): unknown => ({
  jsonrpc: "2.0",
  id,
  result: { content: [{ type: "text", text }] },
});

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
};

const usual = (server: McpHttpServer, { http, message }: Seen, response: ServerResponse): void => {
  if (http !== "POST") {
    response.writeHead(http === "DELETE" ? 200 : 405).end();
    return;
  }
  const { id, method } = message ?? {};
  if (id === undefined) {
    response.writeHead(202).end();
    return;
  }
  switch (method) {
    case "initialize":
      sendJson(
        response,
        {
          jsonrpc: "2.0",
          id,
          result: {
            protocolVersion: "2025-11-25",
            capabilities: { tools: {} },
            serverInfo: { name: "fake", version: "1" },
          },
        },
        server.session === null ? {} : { "mcp-session-id": server.session },
      );
      return;
    case "tools/list":
      sendJson(response, {
        jsonrpc: "2.0",
        id,
        result: { tools: [{ name: "echo", inputSchema: { type: "object" } }] },
      });
      return;
    default:
      sendJson(response, textResult(id, "ran"));
  }
};

/** Starts the fake on a free loopback port, or on `port`. */
export const startMcpHttpServer = async (port = 0): Promise<McpHttpServer> => {
  const seen: Seen[] = [];
  const http = createServer((request, response) => {
    bodyOf(request)
      .then((body) => {
        const message = body === "" ? null : (JSON.parse(body) as Posted);
        const one = {
          http: request.method ?? "",
          path: request.url ?? "",
          headers: request.headers,
          message,
        };
        seen.push(one);
        if (!server.say(one, response)) usual(server, one, response);
      })
      .catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      });
  });
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  const server: McpHttpServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    seen,
    say: () => false,
    session: "one",
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
};
