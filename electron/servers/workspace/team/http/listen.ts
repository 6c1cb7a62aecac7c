import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Policy } from "../policy/index.ts";

const headersMs = 10_000;
const idleMs = 15_000;
const checkEveryMs = 1_000;
const mostHeaderBytes = 16 * 1024 + 8 * 1024;

/** Makes the HTTP server: every part of a request has a limit of time and size, so that none can be drawn out. */
export function createHttpServer(
  limits: Policy["limits"],
  onRequest: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Server {
  const server = createServer(
    {
      headersTimeout: Math.min(headersMs, limits.requestMs),
      requestTimeout: limits.requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: Math.min(checkEveryMs, limits.requestMs),
      maxHeaderSize: mostHeaderBytes,
    },
    (request, response) => {
      // It answers for its own failures.
      onRequest(request, response).catch(() => response.destroy());
    },
  );
  server.maxConnections = limits.connections;
  server.maxHeadersCount = 100;
  return server;
}

/** Resolves with the real address once it listens; rejects when it cannot (port taken, no such address). */
export async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no address");
  return address;
}
