import type { MainToHost } from "../../shared/contract/index.ts";
import type { Carrier } from "./carrier/index.ts";
import type { MainSecrets } from "./secrets/index.ts";

type Done = Extract<MainToHost, { kind: "secret.done" }>;

/** Questions to the main process and its answers, matched by id. */
export interface MainTalk {
  readonly secrets: MainSecrets | null;
  /** Takes a message from main. */
  take(message: MainToHost): void;
}

/** Makes the talk; on a carrier without a main process there are no secrets to ask for. */
export const createMainTalk = (carrier: Carrier, onShutdown: () => void): MainTalk => {
  let lastId = 0;
  const asked = new Map<number, (done: Done) => void>();
  return {
    secrets: carrier.hasMain
      ? {
          ask: (question) =>
            new Promise((resolve) => {
              const id = ++lastId;
              asked.set(id, resolve);
              carrier.sendToMain({ ...question, id });
            }),
        }
      : null,
    take: (message) => {
      switch (message.kind) {
        case "shutdown":
          onShutdown();
          return;
        case "secret.done":
          asked.get(message.id)?.(message);
          asked.delete(message.id);
          return;
      }
    },
  };
};
