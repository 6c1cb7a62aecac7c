import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Remark } from "../../../../shared/contract/index.ts";
import type { Explain, ServerTransport } from "../connection/index.ts";
import type { Address } from "../http/index.ts";
import type { Traffic } from "../protocolLog/index.ts";

/** What became of the question which revisions a server speaks. */
export type Reply =
  | { readonly kind: "answer"; readonly message: JSONRPCMessage }
  /** Nothing in time; a server that knows no such request may say nothing at all. */
  | { readonly kind: "silent" }
  /** It ended; some servers do at a request they do not know. */
  | { readonly kind: "ended" }
  | { readonly kind: "failed"; readonly error: unknown };

/** What a request of the next protocol is sent with. */
export interface LinkOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly requestSignal?: AbortSignal | undefined;
  readonly onRequestStreamEnd?: (() => void) | undefined;
}

/** Carries messages of the next protocol; fits the `Transport` of its client. One instance is one connection. */
export interface Link {
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  readonly pid: number | null;
  readonly ending: ServerTransport["ending"];
  readonly lastWords: string;
  /** True where each request has a stream of its own, which is cut to cancel it. */
  readonly hasPerRequestStream?: boolean;
  start(): Promise<void>;
  send(message: JSONRPCMessage, options?: LinkOptions): Promise<void>;
  close(): Promise<void>;
  bytesOf(result: object): number;
  isTooLarge(data: unknown): boolean;
  readonly explain?: Explain;
}

/** One way to a server, over which both protocols can be spoken. Used for one connection. */
export interface Way {
  /** Asks the server which revisions it speaks. Never rejects. */
  ask(question: JSONRPCRequest, patienceMs: number): Promise<Reply>;
  /** For the protocol with sessions. */
  old(): ServerTransport;
  /** For {@link Link} and its client; loads them. */
  next(): Promise<Link>;
  /** An answer that came after {@link ask} had given up. */
  readonly late: JSONRPCMessage | null;
  readonly pid: number | null;
  readonly explain?: Explain;
  /** Whether tools may want arguments in headers. */
  readonly hasHeaders: boolean;
  /** Ends what was started. Never rejects. */
  close(): Promise<void>;
}

/** A server reached by URL, with whom it is told to. */
export interface HttpWayPorts {
  readonly serverName: string;
  readonly address: Address;
  /** Told, in words for the server's log, of what goes on below the messages. */
  readonly onNote: (note: Remark) => void;
  readonly onTraffic?: Traffic;
}
