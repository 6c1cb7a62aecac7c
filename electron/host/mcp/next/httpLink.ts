import { ProtocolError, SdkHttpError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { remark } from "../../../../shared/remarks/index.ts";
import type { Explain, Trouble } from "../connection/index.ts";
import { createPatientFetch, explainTrouble, OpenRequests, sending } from "../http/index.ts";
import { isCut, isNetworkFailure } from "../networkReason.ts";
import { parseMessage } from "../envelope/index.ts";
import type { HttpWayPorts, Link, LinkOptions } from "./way.ts";

/** What a server said no with, where the client's transport takes it for a mere status. */
const answerIn = (error: unknown, id: string | number): JSONRPCMessage | null => {
  if (!(error instanceof SdkHttpError)) return null;
  const { text } = error.data;
  const message = typeof text === "string" ? parseMessage(text) : null;
  return message !== null && "id" in message && message.id === id && !("method" in message) ? message : null;
};

/** The next client's own errors stay on its side: what leaves says the status in words. */
const plain = (error: unknown): unknown =>
  error instanceof SdkHttpError
    ? new Error(`HTTP ${error.data.status}: ${error.message}`, { cause: error })
    : error;

/**
 * Streamable HTTP as the next protocol has it: no session, each request on a stream of its own. No request waits for a
 * body that has ended.
 */
export class HttpLink implements Link {
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  readonly pid = null;
  readonly ending = null;
  readonly lastWords = "";
  readonly hasPerRequestStream = true;
  readonly #ports: HttpWayPorts;
  readonly #web = createPatientFetch();
  readonly #requests: OpenRequests;
  readonly #inner: StreamableHTTPClientTransport;
  #closing: Promise<void> | null = null;

  constructor(ports: HttpWayPorts) {
    this.#ports = ports;
    const { url, headers, sign } = ports.address;
    this.#requests = new OpenRequests((message) => this.onmessage?.(message));
    const aside: FetchLike = (input, init) => sending.exit(async () => this.#web.fetch(input, init));
    const fetch = sign?.(this.#web.fetch, aside) ?? this.#web.fetch;
    this.#inner = new StreamableHTTPClientTransport(url, { fetch, requestInit: { headers: { ...headers } } });
    this.#inner.onmessage = (message) => {
      this.#take(message);
    };
    this.#inner.onerror = (error) => {
      if (/Maximum reconnection attempts/.test(error.message)) this.#requests.loseBroken();
      this.onerror?.(error);
    };
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  bytesOf(result: object): number {
    return Buffer.byteLength(JSON.stringify(result));
  }

  isTooLarge(data: unknown): boolean {
    return this.#requests.standOf(data)?.kind === "tooLarge";
  }

  explain(trouble: Trouble): ReturnType<Explain> {
    const { url, sign } = this.#ports.address;
    const where = { server: this.#ports.serverName, url: url.href, canSignIn: sign !== undefined };
    const isLost = (error: unknown): boolean =>
      error instanceof ProtocolError && this.#requests.standOf(error.data)?.kind === "lost";
    return explainTrouble(where, trouble, isLost);
  }

  async send(message: JSONRPCMessage, options: LinkOptions = {}): Promise<void> {
    this.#tell("out", message);
    const { headers, requestSignal, onRequestStreamEnd } = options;
    const send = (): Promise<void> =>
      this.#inner.send(message, {
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        ...(requestSignal === undefined ? {} : { requestSignal }),
        ...(onRequestStreamEnd === undefined ? {} : { onRequestStreamEnd }),
      });
    if (!("method" in message) || !("id" in message)) return send();
    const { id } = message;
    const sent = this.#requests.add(id);
    try {
      await sending.run(sent, send);
    } catch (error) {
      // Given up for its length already: the stand-in has told why.
      if (sent.isSettled) return;
      const answer = answerIn(error, id);
      if (answer !== null) {
        this.#take(answer);
        return;
      }
      this.#requests.settle(id);
      // There is no session to lose: one cut socket costs its own request, the next one shows whether the server is there.
      if (isNetworkFailure(error) && !isCut(error))
        setImmediate(() => {
          this.close().catch((cause: unknown) =>
            this.#ports.onNote(remark("closingFailed", { reason: String(cause) })),
          );
        });
      throw plain(error);
    }
  }

  #take(message: JSONRPCMessage): void {
    if ("id" in message && !("method" in message) && message.id !== undefined)
      this.#requests.settle(message.id);
    this.#tell("in", message);
    this.onmessage?.(message);
  }

  #tell(direction: "in" | "out", message: JSONRPCMessage): void {
    if (this.#ports.onTraffic === undefined) return;
    const text = JSON.stringify(message);
    this.#ports.onTraffic(direction, message, text, Buffer.byteLength(text));
  }

  /** Ends every open body. Never rejects. */
  close(): Promise<void> {
    // Deferred, so that whoever is told of the end and calls close() again finds it under way.
    this.#closing ??= Promise.resolve().then(() => this.#close());
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.onclose?.();
    const note = (error: unknown): void =>
      this.#ports.onNote(remark("closingFailed", { reason: String(error) }));
    await this.#inner.close().catch(note);
    await this.#web.close().catch(note);
  }
}
