import type { HostToMain, MainToHost } from "../../../shared/contract/index.ts";

/** A way in and out of the host. Everything is JSON text. */
export interface Carrier {
  /** Sends an answer or an event. */
  send(text: string): void;
  /** Says something to the main process; nothing happens where there is none. */
  sendToMain(message: HostToMain): void;
  readonly hasMain: boolean;
  listen(handlers: {
    onRequest(text: string): void;
    onMain?(message: MainToHost): void;
    onEnd(): void;
  }): void;
}
