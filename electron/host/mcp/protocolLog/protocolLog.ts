import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { takeHead } from "../takeHead.ts";

/** What of a server's traffic is kept: the last messages, up to both limits. */
const MAX_ENTRIES = 500;
const MAX_CHARS = 1_000_000;
/** Longest text kept whole, and how much is kept of a longer one, in characters. */
const MAX_TEXT_CHARS = 65_536;
const MAX_HEAD_CHARS = 16_384;

/** One message as it went over the wire. */
export interface TrafficEntry {
  readonly seq: number;
  readonly at: number;
  readonly direction: "in" | "out";
  readonly kind: "request" | "response" | "error" | "notification";
  /** The request's method, for answers too; empty where the request is not known any more. */
  readonly method: string;
  readonly id: string | number | undefined;
  readonly bytes: number;
  /** The message, or its head. */
  readonly text: string;
  readonly isClipped: boolean;
  /** Of an answer: the request's number, and the time between them in milliseconds. */
  readonly answers: number | undefined;
  readonly durationMs: number | undefined;
}

/** Told of each message where it enters or leaves the host. */
export type Traffic = (direction: "in" | "out", message: JSONRPCMessage, text: string, bytes: number) => void;

const kindOf = (message: JSONRPCMessage): TrafficEntry["kind"] => {
  if ("method" in message) return "id" in message ? "request" : "notification";
  return "error" in message ? "error" : "response";
};

/** A request that waits for its answer. */
interface Open {
  readonly entry: TrafficEntry;
  readonly since: number;
}

/**
 * The last messages between host and server, both ways (MCP-06). Nothing is parsed, copied or redacted before somebody looks,
 * so that a call does not pay for it; only a very long text is copied, as its head.
 */
export class ProtocolLog {
  readonly #now: () => number;
  /** A ring: the newest entry stands at `#seq % MAX_ENTRIES`. */
  readonly #ring: (TrafficEntry | undefined)[] = new Array<TrafficEntry | undefined>(MAX_ENTRIES).fill(
    undefined,
  );
  readonly #open = { in: new Map<string | number, Open>(), out: new Map<string | number, Open>() };
  #oldest = 1;
  #seq = 0;
  #chars = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly add: Traffic = (direction, message, text, bytes) => {
    const kind = kindOf(message);
    const id = "id" in message ? message.id : undefined;
    const request = "method" in message || id === undefined ? undefined : this.#answered(direction, id);
    const isClipped = text.length > MAX_TEXT_CHARS;
    const entry: TrafficEntry = {
      seq: ++this.#seq,
      at: this.#now(),
      direction,
      kind,
      method: "method" in message ? message.method : (request?.entry.method ?? ""),
      id,
      bytes,
      text: isClipped ? takeHead(text, MAX_HEAD_CHARS) : text,
      isClipped,
      answers: request?.entry.seq,
      durationMs: request === undefined ? undefined : performance.now() - request.since,
    };
    if (kind === "request" && id !== undefined)
      this.#open[direction].set(id, { entry, since: performance.now() });
    this.#chars += entry.text.length;
    while (entry.seq - this.#oldest >= MAX_ENTRIES || this.#chars > MAX_CHARS) this.#drop();
    this.#ring[entry.seq % MAX_ENTRIES] = entry;
  };

  #answered(direction: "in" | "out", id: string | number): Open | undefined {
    const open = this.#open[direction === "in" ? "out" : "in"];
    const request = open.get(id);
    open.delete(id);
    return request;
  }

  #drop(): void {
    const at = this.#oldest++ % MAX_ENTRIES;
    const old = this.#ring[at];
    this.#ring[at] = undefined;
    if (old === undefined) return;
    this.#chars -= old.text.length;
    if (old.kind !== "request" || old.id === undefined) return;
    // An answer that comes after its request has gone is listed without a duration.
    const open = this.#open[old.direction];
    if (open.get(old.id)?.entry === old) open.delete(old.id);
  }

  /** Numbers of messages that were open belong to the connection that ended. */
  connectionEnded(): void {
    this.#open.in.clear();
    this.#open.out.clear();
  }

  /** Messages with a number above `after`, oldest first. */
  since(after: number): TrafficEntry[] {
    const found: TrafficEntry[] = [];
    for (let seq = Math.max(after + 1, this.#oldest); seq <= this.#seq; seq++) {
      const entry = this.#ring[seq % MAX_ENTRIES];
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  entry(seq: number): TrafficEntry | undefined {
    const entry = this.#ring[seq % MAX_ENTRIES];
    return entry?.seq === seq ? entry : undefined;
  }

  /** How many messages there were before those that are kept. */
  get dropped(): number {
    return this.#oldest - 1;
  }
}
