import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { BodyTooLarge } from "./meter.ts";
import type { Sent } from "./patientFetch.ts";

/** What the transport says in place of an answer that will not come. */
export type Stand = { readonly kind: "lost" } | { readonly kind: "tooLarge"; readonly bytes: number };

/** JSON-RPC code of such a stand-in. */
const INTERNAL = -32_603;
/** A body's last event is still on its way through the parser when the body ends. */
const FLUSH_MS = 100;

/**
 * The requests that are out, so that none waits for ever: the SDK's transport says nothing when the body that should
 * bring an answer ends without it.
 */
export class OpenRequests {
  readonly #open = new Map<string | number, Sent>();
  /** Marks the stand-ins that we made ourselves. */
  readonly #stands = new WeakMap<object, Stand>();
  readonly #deliver: (message: JSONRPCMessage) => void;

  constructor(deliver: (message: JSONRPCMessage) => void) {
    this.#deliver = deliver;
  }

  /** A request goes out. */
  add(id: string | number): Sent {
    const sent: Sent = {
      id,
      isSettled: false,
      isBroken: false,
      onBodyEnd: ({ canResume, error }) => {
        if (error instanceof BodyTooLarge) this.#standIn(sent, { kind: "tooLarge", bytes: error.bytes });
        else if (!canResume) setTimeout(() => this.#standIn(sent, { kind: "lost" }), FLUSH_MS);
      },
    };
    this.#open.set(id, sent);
    return sent;
  }

  /** Its answer came, or it could not be sent. */
  settle(id: string | number): void {
    const sent = this.#open.get(id);
    if (sent === undefined) return;
    sent.isSettled = true;
    this.#open.delete(id);
  }

  /** No broken-off stream will be taken up again; those that still flow are left alone. Says whether any was lost. */
  loseBroken(): boolean {
    const broken = [...this.#open.values()].filter(({ isBroken }) => isBroken);
    for (const sent of broken) this.#standIn(sent, { kind: "lost" });
    return broken.length > 0;
  }

  /** What this error's data stands for, or null when it came from the server. */
  standOf(data: unknown): Stand | null {
    return typeof data === "object" && data !== null ? (this.#stands.get(data) ?? null) : null;
  }

  #standIn(sent: Sent, stand: Stand): void {
    if (sent.isSettled) return;
    this.settle(sent.id);
    const data = {};
    this.#stands.set(data, stand);
    const message =
      stand.kind === "lost" ? "The answer broke off." : `The answer is more than ${stand.bytes} bytes long.`;
    this.#deliver({ jsonrpc: "2.0", id: sent.id, error: { code: INTERNAL, message, data } });
  }
}
