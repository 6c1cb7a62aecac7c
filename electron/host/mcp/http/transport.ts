import { SSEClientTransport, SseError } from "@modelcontextprotocol/sdk/client/sse.js";
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { FetchLike, Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { McpError, type JSONRPCMessage, type JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Remark } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import type { Trouble } from "../connection/index.ts";
import type { Traffic } from "../protocolLog/index.ts";
import { isCut, isNetworkFailure } from "../networkReason.ts";
import { explainTrouble } from "./failures.ts";
import { createPatientFetch, sending } from "./patientFetch.ts";
import { OpenRequests } from "./requests.ts";

/** A server reached by URL. `headers` hold secrets: they are sent to this address and nowhere else. */
export interface Address {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Signs the requests; `aside` is for the requests of signing in itself. */
  readonly sign?: (send: FetchLike, aside: FetchLike) => FetchLike;
}

/** Statuses of a POST after which the specification has a client try the older SSE transport. */
const olderServer = new Set([400, 404, 405]);
/** Longest that the server is waited for when its session is ended, in milliseconds. */
const GOODBYE_MS = 2000;
/** Some servers refuse a session that they do not know with 400 and words (case MC-08). */
const isUnknownSession = (error: StreamableHTTPError): boolean =>
  error.code === 404 || (error.code === 400 && /\bsession\b/i.test(error.message));
/** Begins the ids of requests that the client knows nothing of. */
const OWN = "loopwright-";
const REINIT_ID = `${OWN}initialize-again`;
const PING_ID = `${OWN}ping`;
const LEVEL_ID = `${OWN}log-level`;
/** How a stream that broke off is taken up again, and after how many tries in vain it is given up; in milliseconds. */
const resumption = {
  initialReconnectionDelay: 1000,
  reconnectionDelayGrowFactor: 1.5,
  maxReconnectionDelay: 30_000,
  maxRetries: 4,
};
/** After so long a standing stream that was given up is asked for again, in milliseconds. */
const STANDING_PAUSE_MS = 30_000;
const offers = [
  "notifications/tools/list_changed",
  "notifications/resources/list_changed",
  "notifications/prompts/list_changed",
] as const;
/** Longest that a forgotten session may take to be opened anew, in milliseconds. */
const REINIT_MS = 20_000;

const lateReinit = async (): Promise<never> =>
  new Promise((_resolve, reject) => {
    const late = (): void => reject(new Error("The session could not be opened anew in time."));
    setTimeout(late, REINIT_MS).unref();
  });

const isOwn = (message: JSONRPCMessage): boolean => "id" in message && String(message.id).startsWith(OWN);

const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest =>
  "method" in message && "id" in message;

type Inner = StreamableHTTPClientTransport | SSEClientTransport;

/**
 * MCP over Streamable HTTP, and over the older SSE transport where the specification says so (mcp.md §1.1). A session
 * that the server has forgotten is opened anew and the message sent again, unseen by the client; no request waits for
 * a body that has ended. Fits the SDK's `Transport`; one instance is one connection.
 */
export class HttpTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly pid = null;
  readonly ending = null;
  readonly lastWords = "";
  /** The protocol version agreed on; empty before. */
  protocolVersion = "";
  /** True when the server speaks only the older transport. */
  isOlder = false;
  readonly #address: Address;
  readonly #web = createPatientFetch();
  readonly #fetch: FetchLike;
  readonly #requests = new OpenRequests((message) => this.onmessage?.(message));
  readonly #serverName: string;
  readonly #onNote: (note: Remark) => void;
  readonly #onTraffic: Traffic | undefined;
  readonly #sizes = new WeakMap<object, number>();
  readonly #forgotten: Inner[] = [];
  /** What the client wants to be told of: a new session knows nothing of it. */
  readonly #subscribed = new Set<string>();
  /** The log level that it asked for last, as it was put. */
  #logLevel: JSONRPCRequest["params"];
  #inner: Inner;
  #initialize: JSONRPCRequest | null = null;
  #reopening: Promise<void> | null = null;
  #isAsking = false;
  #answerReinit: ((message: JSONRPCMessage) => void) | null = null;
  #closing: Promise<void> | null = null;

  /** @param onNote told, for the server's log, of what goes on below the messages */
  constructor(serverName: string, address: Address, onNote: (note: Remark) => void, onTraffic?: Traffic) {
    this.#serverName = serverName;
    this.#address = address;
    this.#onNote = onNote;
    this.#onTraffic = onTraffic;
    const aside: FetchLike = (input, init) => sending.exit(async () => this.#web.fetch(input, init));
    this.#fetch = address.sign?.(this.#web.fetch, aside) ?? this.#web.fetch;
    this.#inner = this.#current();
  }

  readonly setProtocolVersion = (version: string): void => {
    this.protocolVersion = version;
    this.#inner.setProtocolVersion(version);
  };

  get sessionId(): string | undefined {
    return this.#inner instanceof StreamableHTTPClientTransport ? this.#inner.sessionId : undefined;
  }

  /** Bytes of the result's JSON. */
  bytesOf(result: object): number {
    return this.#sizes.get(result) ?? Buffer.byteLength(JSON.stringify(result));
  }

  isTooLarge(data: unknown): boolean {
    return this.#requests.standOf(data)?.kind === "tooLarge";
  }

  /** Failures of this transport in words for a person; null leaves them to the connection. */
  explain(trouble: Trouble): ReturnType<typeof explainTrouble> {
    const { url, sign } = this.#address;
    const where = { server: this.#serverName, url: url.href, canSignIn: sign !== undefined };
    const isLost = (error: unknown): boolean =>
      error instanceof McpError && this.#requests.standOf(error.data)?.kind === "lost";
    return explainTrouble(where, trouble, isLost);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  /** Rejects as the SDK's transport does; the connection is over when the network failed. */
  async send(message: JSONRPCMessage): Promise<void> {
    this.#tell("out", message);
    const isFirst = isRequest(message) && message.method === "initialize";
    if (isFirst) this.#initialize = message;
    this.#noteWish(message);
    await this.#reopening;
    const generation = this.#inner;
    try {
      await this.#post(message);
    } catch (error) {
      const answered = error instanceof StreamableHTTPError ? error : undefined;
      const status = answered?.code;
      if (isFirst && status !== undefined && olderServer.has(status)) return this.#fallBack(message, error);
      const hadSession =
        generation instanceof StreamableHTTPClientTransport && generation.sessionId !== undefined;
      if (hadSession && !isFirst && answered !== undefined && isUnknownSession(answered)) {
        await this.#reopen(generation);
        return this.#post(message);
      }
      // One cut socket says nothing of the others: whether the server is still there is asked before all are given up.
      if (isCut(error) && !isFirst && !isOwn(message)) this.#askWhetherThere();
      else if (isNetworkFailure(error) && !isFirst) setImmediate(() => this.#closeQuietly());
      throw error;
    }
  }

  /** Closes the connection when the server cannot be reached any more. */
  #askWhetherThere(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.send({ jsonrpc: "2.0", id: PING_ID, method: "ping" })
      .catch((error: unknown) => this.onerror?.(error as Error))
      .finally(() => {
        this.#isAsking = false;
      });
  }

  #closeQuietly(): void {
    this.close().catch((cause: unknown) => this.#onNote(remark("closingFailed", { reason: String(cause) })));
  }

  /** The stream that announcements come on was given up: the server may be gone, or it is asked for again after a while. */
  #lostStanding(inner: Inner): void {
    if (!(inner instanceof StreamableHTTPClientTransport) || inner !== this.#inner) return;
    this.#onNote(remark("standingLost", { seconds: STANDING_PAUSE_MS / 1000 }));
    this.#askWhetherThere();
    const again = (): void => {
      if (this.#closing !== null || inner !== this.#inner) return;
      inner.resumeStream("").then(
        () => this.#announceAll(),
        () => this.#lostStanding(inner),
      );
    };
    setTimeout(again, STANDING_PAUSE_MS).unref();
  }

  /** Whatever may have been announced while nobody listened: whoever listens asks again. */
  #announceAll(): void {
    for (const method of offers) this.onmessage?.({ jsonrpc: "2.0", method });
  }

  async #post(message: JSONRPCMessage): Promise<void> {
    const inner = this.#inner;
    const send = (): Promise<void> => inner.send(message);
    if (!isRequest(message) || this.isOlder) return send();
    const sent = this.#requests.add(message.id);
    try {
      await sending.run(sent, send);
    } catch (error) {
      // Given up for its length already: the stand-in has told why.
      if (sent.isSettled) return;
      this.#requests.settle(message.id);
      throw error;
    }
  }

  #noteWish(message: JSONRPCMessage): void {
    if (!isRequest(message)) return;
    if (message.method === "logging/setLevel") this.#logLevel = message.params;
    const uri = message.params?.["uri"];
    if (typeof uri !== "string") return;
    if (message.method === "resources/subscribe") this.#subscribed.add(uri);
    if (message.method === "resources/unsubscribe") this.#subscribed.delete(uri);
  }

  #tell(direction: "in" | "out", message: JSONRPCMessage): void {
    if (this.#onTraffic === undefined) return;
    const text = JSON.stringify(message);
    const bytes = Buffer.byteLength(text);
    // The text is written once: what is around the result is taken off its length.
    if ("result" in message)
      this.#sizes.set(message.result, bytes - JSON.stringify({ ...message, result: 0 }).length + 1);
    this.#onTraffic(direction, message, text, bytes);
  }

  #listen<T extends Inner>(inner: T): T {
    inner.onmessage = (message: JSONRPCMessage) => {
      if ("id" in message && !("method" in message) && String(message.id).startsWith(OWN)) {
        if (message.id !== undefined) this.#requests.settle(message.id);
        if (message.id === REINIT_ID) this.#answerReinit?.(message);
        else if (message.id === PING_ID) this.#tell("in", message);
        else if ("error" in message)
          this.#onNote(
            remark(message.id === LEVEL_ID ? "levelRefused" : "watchRefused", {
              reason: message.error.message,
            }),
          );
        return;
      }
      if ("id" in message && !("method" in message) && message.id !== undefined)
        this.#requests.settle(message.id);
      this.#tell("in", message);
      this.onmessage?.(message);
    };
    inner.onerror = (error: Error) => {
      if (/Maximum reconnection attempts/.test(error.message) && !this.#requests.loseBroken())
        this.#lostStanding(inner);
      this.onerror?.(error);
    };
    return inner;
  }

  #current(): StreamableHTTPClientTransport {
    const { url, headers } = this.#address;
    const options = {
      fetch: this.#fetch,
      requestInit: { headers: { ...headers } },
      reconnectionOptions: resumption,
    };
    return this.#listen(new StreamableHTTPClientTransport(url, options));
  }

  async #fallBack(message: JSONRPCMessage, cause: unknown): Promise<void> {
    const { url, headers } = this.#address;
    const older = new SSEClientTransport(url, {
      fetch: this.#fetch,
      requestInit: { headers: { ...headers } },
    });
    await this.#inner.close();
    this.#inner = this.#listen(older);
    this.isOlder = true;
    try {
      await older.start();
    } catch {
      // Neither transport is spoken there; what the newer one was told says more.
      throw cause;
    }
    older.onclose = () => this.#closeQuietly();
    const { onerror } = older;
    older.onerror = (error) => {
      // Its stream broke off: the library opens another one, on which the server knows neither us nor what is out.
      if (error instanceof SseError) this.#closeQuietly();
      onerror?.(error);
    };
    this.#onNote(remark("olderTransport"));
    await older.send(message);
  }

  /** One reopening serves all messages that met the forgotten session. */
  async #reopen(lost: Inner): Promise<void> {
    if (this.#inner === lost)
      this.#reopening ??= this.#openAnew()
        .catch((error: unknown) => {
          // The next message meets the forgotten session again, and opens it anew.
          this.#inner = lost;
          throw error;
        })
        .finally(() => {
          this.#reopening = null;
        });
    await this.#reopening;
  }

  async #openAnew(): Promise<void> {
    const { params } = this.#initialize ?? {};
    this.#onNote(remark("sessionForgotten"));
    // Not closed yet: what is still out on it must be told of the lost session, not be cut off.
    this.#forgotten.push(this.#inner);
    const next = this.#current();
    await next.start();
    const answered = new Promise<JSONRPCMessage>((resolve) => {
      this.#answerReinit = resolve;
    });
    this.#inner = next;
    await next.send({
      jsonrpc: "2.0",
      id: REINIT_ID,
      method: "initialize",
      ...(params === undefined ? {} : { params }),
    });
    const answer = await Promise.race([answered, lateReinit()]);
    this.#answerReinit = null;
    if ("error" in answer) throw new Error(`The session could not be opened anew: ${answer.error.message}`);
    next.setProtocolVersion(this.protocolVersion);
    await next.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    for (const [at, uri] of [...this.#subscribed].entries())
      await next.send({
        jsonrpc: "2.0",
        id: `${OWN}subscribe-${at}`,
        method: "resources/subscribe",
        params: { uri },
      });
    if (this.#logLevel !== undefined)
      await next.send({
        jsonrpc: "2.0",
        id: LEVEL_ID,
        method: "logging/setLevel",
        params: this.#logLevel,
      });
    // A server that was started anew may offer something else.
    this.#announceAll();
  }

  /** Ends the session on the server, if it answers in time, and every open body. Never rejects. */
  close(): Promise<void> {
    // Deferred, so that whoever is told of the end and calls close() again finds it under way.
    this.#closing ??= Promise.resolve().then(() => this.#close());
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.onclose?.();
    const inner = this.#inner;
    const note = (error: unknown): void => this.#onNote(remark("goodbyeFailed", { reason: String(error) }));
    if (inner instanceof StreamableHTTPClientTransport && inner.sessionId !== undefined) {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, GOODBYE_MS).unref());
      await Promise.race([inner.terminateSession().catch(note), limit]);
    }
    inner.onclose = () => undefined;
    for (const one of [...this.#forgotten, inner]) await one.close().catch(note);
    await this.#web.close().catch(note);
  }
}
