import type { Transport } from "@modelcontextprotocol/client";
import type { Link, LinkOptions } from "./way.ts";

const RAW = "raw:";

/** Under this name the client takes a request for one it does not know, and leaves its result to us. */
export const rawName = (method: string): string => `${RAW}${method}`;

/** A text of the client in which methods bear their own names again. */
export const bareName = (text: string): string => text.replaceAll(RAW, "");

/** Bytes of a result's JSON, where they were counted on the way in. A symbol: the client copies results. */
const sizeOf = Symbol("bytes");

export const sizeIn = (result: object): number | undefined => (result as { [sizeOf]?: number })[sizeOf];

/**
 * A {@link Link} as the next protocol's client wants it. The client checks every result it knows as a whole, so that one
 * odd tool or content block would cost the whole answer (MCP-04): requests bear a name of ours between it and here.
 */
export class Wire implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly hasPerRequestStream: boolean;
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
    this.hasPerRequestStream = link.hasPerRequestStream === true;
    link.onclose = () => this.onclose?.();
    link.onerror = (error) => this.onerror?.(error);
    link.onmessage = (message) => {
      if ("result" in message) {
        // A result that does not say its kind is a whole one (specification, result types).
        message.result["resultType"] ??= "complete";
        // Only what counted on the way in: measuring it here would cost every answer.
        if (link.hasPerRequestStream !== true)
          (message.result as { [sizeOf]?: number })[sizeOf] = link.bytesOf(message.result);
      }
      this.onmessage?.(message);
    };
  }

  start(): Promise<void> {
    return this.#link.start();
  }

  send(message: Parameters<Transport["send"]>[0], options?: LinkOptions): Promise<void> {
    const isRaw = "method" in message && message.method.startsWith(RAW);
    const sent = isRaw ? { ...message, method: message.method.slice(RAW.length) } : message;
    return this.#link.send(sent, options);
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}
