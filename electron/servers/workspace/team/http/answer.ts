import type { ServerResponse } from "node:http";

/** An answer that is no part of the protocol's own. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** JSON-RPC's code for an error of the server's own making. */
const serverError = -32_000;

/** A refusal of a request as clients of the Model Context Protocol expect it. */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code: number = serverError,
): Answer {
  return { status, headers, body: { jsonrpc: "2.0", error: { code, message }, id: null } };
}

/** Sends it. Nothing is kept by anybody on the way, and no page of another site may read it. */
export function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(JSON.stringify(body));
}
