import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import type { ServerTransport } from "../connection/index.ts";
import { isReply } from "./discover.ts";
import type { Link, Reply, Way } from "./way.ts";

/** Messages that come before there is a client, and are kept for it; a server has no need of more. */
const MOST_EARLY = 200;

/** What a transport that may run already is handed over with. */
interface Handover {
  /** `started` where it runs already, else what must be over before it starts. */
  readonly before: "started" | Promise<void>;
  /** What it said before. */
  readonly early: JSONRPCMessage[];
  /** Takes what is not for the client. */
  readonly onStray: (message: JSONRPCMessage) => boolean;
}

/** A transport that may run already, for a client that wants to start it. */
class Running implements ServerTransport, Link {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: ServerTransport;
  readonly #handover: Handover;

  constructor(inner: ServerTransport, handover: Handover) {
    const { onStray, early } = handover;
    this.#inner = inner;
    this.#handover = handover;
    inner.onmessage = (message) => {
      if (onStray(message)) return;
      if (this.onmessage !== undefined) this.onmessage(message);
      else if (early.length < MOST_EARLY) early.push(message);
    };
    inner.onclose = () => this.onclose?.();
    inner.onerror = (error) => this.onerror?.(error);
  }

  get pid(): number | null {
    return this.#inner.pid;
  }

  get ending(): ServerTransport["ending"] {
    return this.#inner.ending;
  }

  get lastWords(): string {
    return this.#inner.lastWords;
  }

  get protocolVersion(): string {
    return this.#inner.protocolVersion;
  }

  readonly setProtocolVersion = (version: string): void => {
    this.#inner.setProtocolVersion?.(version);
  };

  bytesOf(result: object): number {
    return this.#inner.bytesOf(result);
  }

  isTooLarge(data: unknown): boolean {
    return this.#inner.isTooLarge(data);
  }

  async start(): Promise<void> {
    const { before, early } = this.#handover;
    if (before !== "started") {
      await before;
      await this.#inner.start();
      return;
    }
    for (const message of early.splice(0)) this.onmessage?.(message);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#inner.send(message);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

/**
 * A server that is started here. The process that was asked goes on with either protocol; one that ended at the
 * question is started again, once nothing of it is left: the end of a tree is found by a mark that both bear.
 */
export class StdioWay implements Way {
  late: JSONRPCMessage | null = null;
  readonly hasHeaders = false;
  readonly #open: () => ServerTransport;
  #transport: ServerTransport | null = null;
  #isUsable = false;
  #early: JSONRPCMessage[] = [];

  /** @param open makes a transport that has not been started */
  constructor(open: () => ServerTransport) {
    this.#open = open;
  }

  get pid(): number | null {
    return this.#transport?.pid ?? null;
  }

  ask(question: JSONRPCRequest, patienceMs: number): Promise<Reply> {
    const before = this.#transport;
    const transport = before ?? this.#open();
    this.#transport = transport;
    return new Promise((resolve) => {
      const settle = (reply: Reply): void => {
        clearTimeout(timer);
        this.#isUsable = reply.kind === "answer" || reply.kind === "silent";
        resolve(reply);
      };
      const timer = setTimeout(() => settle({ kind: "silent" }), patienceMs);
      transport.onmessage = (message) => {
        if (isReply(message)) settle({ kind: "answer", message });
        else this.#keep(transport, message);
      };
      transport.onclose = () => settle({ kind: "ended" });
      const started = before === null ? transport.start() : Promise.resolve();
      started
        .then(() => transport.send(question))
        .catch((error: unknown) => settle({ kind: "failed", error }));
    });
  }

  /** A server may ask whether anybody is there before it answers anything; all else waits for the client. */
  #keep(transport: ServerTransport, message: JSONRPCMessage): void {
    if ("method" in message && "id" in message && message.method === "ping")
      transport.send({ jsonrpc: "2.0", id: message.id, result: {} }).catch(() => undefined);
    else if (this.#early.length < MOST_EARLY) this.#early.push(message);
  }

  old(): ServerTransport {
    return this.#take();
  }

  next(): Promise<Link> {
    return Promise.resolve(this.#take());
  }

  #take(): Running {
    const asked = this.#isUsable && this.#transport?.ending === null ? this.#transport : null;
    this.#isUsable = false;
    const before = asked === null ? (this.#transport?.close() ?? Promise.resolve()) : "started";
    const transport = asked ?? this.#open();
    this.#transport = transport;
    const early = this.#early;
    this.#early = [];
    const onStray = (message: JSONRPCMessage): boolean => {
      if (!isReply(message)) return false;
      this.late = message;
      return true;
    };
    return new Running(transport, { before, early, onStray });
  }

  async close(): Promise<void> {
    await this.#transport?.close();
  }
}
