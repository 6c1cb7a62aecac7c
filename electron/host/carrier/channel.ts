import { mainToHost } from "../../../shared/contract/index.ts";
import type { Carrier } from "./types.ts";

/** The end of the process channel that main opened, as much of `process` as is used. */
export interface ChannelEnd {
  send(text: string): void;
  on(event: "message", listener: (message: unknown) => void): void;
  on(event: "disconnect", listener: () => void): void;
}

/** The process channel to main: requests and answers as on stdio, plus the private talk under `main` and `host` (contract/parent.ts). */
export const channelCarrier = (end: ChannelEnd): Carrier => ({
  send: (text) => {
    end.send(text);
  },
  sendToMain: (message) => {
    end.send(JSON.stringify({ main: message }));
  },
  hasMain: true,
  listen: ({ onRequest, onMain, onEnd }) => {
    end.on("message", (message) => {
      if (typeof message !== "string") return;
      if (!message.startsWith('{"host":')) {
        onRequest(message);
        return;
      }
      const parsed = mainToHost.safeParse((JSON.parse(message) as { host: unknown }).host);
      if (parsed.success) onMain?.(parsed.data);
    });
    end.on("disconnect", onEnd);
  },
});
