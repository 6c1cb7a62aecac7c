import type { Failure } from "../../../shared/contract/index.ts";
import { writeRequest } from "./wire.ts";

interface Waiting {
  readonly method: string;
  readonly text: string;
  readonly answer: (result: string) => void;
}

/** Requests on their way: those sent to this host, and those that wait until one is ready. */
export class PendingRequests {
  #nextId = 1;
  readonly #sent = new Map<number, Waiting>();
  readonly #queued = new Map<number, Waiting>();

  /** Notes a request; `send` gets its text, or is null while no host is ready. Resolves with the Result as JSON text. */
  ask(method: string, params: string, send: ((text: string) => void) | null): Promise<string> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((answer) => {
      const waiting = { method, text: writeRequest(id, method, params), answer };
      (send === null ? this.#queued : this.#sent).set(id, waiting);
      send?.(waiting.text);
    });
  }

  answered(id: number, result: string): void {
    const waiting = this.#sent.get(id);
    this.#sent.delete(id);
    waiting?.answer(result);
  }

  /** Sends all that waited for a host, in the order asked. */
  sendQueued(send: (text: string) => void): void {
    for (const [id, waiting] of this.#queued) {
      this.#sent.set(id, waiting);
      send(waiting.text);
    }
    this.#queued.clear();
  }

  /** Answers what the host that died had been sent. */
  failSent(why: (method: string) => Failure): void {
    fail(this.#sent, why);
  }

  /** Answers what waits for a host that will not come. */
  failQueued(why: (method: string) => Failure): void {
    fail(this.#queued, why);
  }
}

function fail(requests: Map<number, Waiting>, why: (method: string) => Failure): void {
  const all = [...requests.values()];
  requests.clear();
  for (const { method, answer } of all) answer(JSON.stringify({ ok: false, error: why(method) }));
}
