import { createInterface } from "node:readline";
import type { Carrier } from "./types.ts";

/** Newline-delimited JSON on stdin and stdout, for automation (design §3). Stdout carries nothing else; logs go to stderr. */
export const stdioCarrier = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Carrier => {
  const write = (text: string): void => {
    output.write(`${text}\n`);
  };
  return {
    send: write,
    sendToMain: () => undefined,
    hasMain: false,
    listen: ({ onRequest, onEnd }) => {
      const lines = createInterface({ input, crlfDelay: Infinity });
      lines.on("line", (line) => {
        if (line.trim() !== "") onRequest(line);
      });
      lines.on("close", onEnd);
    },
  };
};
