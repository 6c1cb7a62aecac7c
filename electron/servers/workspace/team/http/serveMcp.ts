import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { cancelKey, createTeamDispatch, type CallPorts, type Seat } from "../calls/index.ts";
import { createServer } from "../../protocol/index.ts";
import { version } from "../../version.ts";

/** A client that takes longer than this to read a finished answer is let go of. */
const readOutMs = 30_000;

const cancelled = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/** A label that a client got at its start and sends ever after. It names no state: any instance takes any label. */
function sessionOf(request: IncomingMessage): string {
  const label = request.headers["mcp-session-id"];
  return typeof label === "string" && /^[\x21-\x7e]{1,128}$/.test(label) ? label : "";
}

function cancelWhatIsAsked(ports: CallPorts, seat: Seat, session: string, body: unknown): void {
  if (session === "") return;
  for (const message of Array.isArray(body) ? body : [body]) {
    const parsed = cancelled.safeParse(message);
    if (parsed.success) ports.cancels.cancel(cancelKey(seat, session, parsed.data.params.requestId));
  }
}

/**
 * Serves one request of the protocol, with a server and a transport of its own: nothing of it stays. A client that goes
 * away does not cancel its calls (it may come back for the result by their request id); only its notice does.
 */
export async function serveMcp(
  ports: CallPorts,
  seat: Seat,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
): Promise<void> {
  const session = sessionOf(request);
  cancelWhatIsAsked(ports, seat, session, body);
  if (isInitializeRequest(body)) response.setHeader("mcp-session-id", randomUUID());
  const inner = createTeamDispatch(ports, seat, session);
  let running = 0;
  let tooSlow: NodeJS.Timeout | undefined;
  const server = createServer(
    seat.tools,
    async (call) => {
      running += 1;
      clearTimeout(tooSlow);
      try {
        return await inner(call);
      } finally {
        running -= 1;
        if (running === 0) tooSlow = setTimeout(() => response.destroy(), readOutMs).unref();
        if (running === 0 && response.closed) finish();
      }
    },
    version,
    false,
  );
  const finish = (): void => {
    clearTimeout(tooSlow);
    // Ends both; whatever still wants to answer finds nobody to answer to.
    server.close().catch(() => undefined);
  };
  server.onerror = () => undefined;
  response.once("close", () => {
    if (running === 0) finish();
  });
  const transport = new StreamableHTTPServerTransport({});
  // Without a maker of session ids it keeps none. Its optional callbacks are spelled without undefined in the interface.
  await server.connect(transport);
  await transport.handleRequest(request, response, body);
}
