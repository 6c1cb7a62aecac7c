import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Explain, ServerTransport } from "../connection/index.ts";
import { createPatientFetch, explainTrouble, HttpTransport, sending } from "../http/index.ts";
import { parseMessage } from "../envelope/index.ts";
import { isReply, NEXT_VERSION } from "./discover.ts";
import type { HttpWayPorts, Link, Reply, Way } from "./way.ts";

/** The messages in a body: one alone, or the events of a stream. */
const messagesIn = (text: string, isEvents: boolean): JSONRPCMessage[] => {
  const bodies = isEvents
    ? text.split(/\r?\n\r?\n/).map((event) =>
        event
          .split(/\r?\n/)
          .filter((line) => line.startsWith("data:"))
          .map((line) => line.slice("data:".length).trimStart())
          .join("\n"),
      )
    : [text];
  return bodies.map(parseMessage).filter((message) => message !== null);
};

/** Reads until the answer is there: a stream may go on without end. */
const replyIn = async (response: Response): Promise<JSONRPCMessage | null> => {
  const isEvents = (response.headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
  let text = "";
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  for (;;) {
    const part = await reader?.read();
    text += decoder.decode(part?.value, { stream: part?.done === false });
    const isOver = part === undefined || part.done;
    const found = isEvents || isOver ? messagesIn(text, isEvents).find(isReply) : undefined;
    if (found === undefined && !isOver) continue;
    await reader?.cancel();
    return found ?? null;
  }
};

/** A server reached by URL: the question is a request of its own, and the transports begin afresh after it. */
export class HttpWay implements Way {
  readonly late = null;
  readonly pid = null;
  readonly hasHeaders = true;
  readonly #ports: HttpWayPorts;
  readonly #asking = new AbortController();

  constructor(ports: HttpWayPorts) {
    this.#ports = ports;
  }

  async ask(question: JSONRPCRequest, patienceMs: number): Promise<Reply> {
    const late = AbortSignal.timeout(patienceMs);
    const web = createPatientFetch();
    try {
      return await this.#ask(question, web.fetch, AbortSignal.any([late, this.#asking.signal]));
    } catch (error) {
      if (this.#asking.signal.aborted) return { kind: "ended" };
      return late.aborted ? { kind: "silent" } : { kind: "failed", error };
    } finally {
      await web.close().catch(() => undefined);
    }
  }

  async #ask(question: JSONRPCRequest, fetch: FetchLike, signal: AbortSignal): Promise<Reply> {
    const { address, onTraffic } = this.#ports;
    const aside: FetchLike = (input, init) => sending.exit(async () => fetch(input, init));
    const send = address.sign?.(fetch, aside) ?? fetch;
    const body = JSON.stringify(question);
    const headers = new Headers(address.headers);
    headers.set("content-type", "application/json");
    headers.set("accept", "application/json, text/event-stream");
    headers.set("mcp-protocol-version", NEXT_VERSION);
    headers.set("mcp-method", question.method);
    onTraffic?.("out", question, body, Buffer.byteLength(body));
    const response = await send(address.url, { method: "POST", headers, body, signal, redirect: "manual" });
    const message = await replyIn(response);
    if (message === null) return { kind: "ended" };
    const text = JSON.stringify(message);
    onTraffic?.("in", message, text, Buffer.byteLength(text));
    return { kind: "answer", message };
  }

  readonly explain: Explain = (trouble) => {
    const { url, sign } = this.#ports.address;
    const where = { server: this.#ports.serverName, url: url.href, canSignIn: sign !== undefined };
    return explainTrouble(where, trouble, () => false);
  };

  old(): ServerTransport {
    const { serverName, address, onNote, onTraffic } = this.#ports;
    return new HttpTransport(serverName, address, onNote, onTraffic);
  }

  async next(): Promise<Link> {
    const { HttpLink } = await import("./httpLink.ts");
    return new HttpLink(this.#ports);
  }

  close(): Promise<void> {
    this.#asking.abort();
    return Promise.resolve();
  }
}
