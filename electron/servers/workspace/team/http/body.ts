import type { IncomingMessage } from "node:http";
import { refusal, type Answer } from "./answer.ts";

/** All bodies that are being read or handled may take this many times the largest single one. */
const bodiesAtOnce = 8;
const parseError = -32_700;

/** A body as it was parsed, or why there is none. `end` gives its room back. */
export type ReadBody =
  | { readonly isRead: true; readonly value: unknown; readonly end: () => void }
  | { readonly isRead: false; readonly answer: Answer };

/** Reads bodies, with a limit for each and one for all together. */
export type BodyReader = (request: IncomingMessage, mostBytes: number) => Promise<ReadBody>;

const failed = (answer: Answer): ReadBody => ({ isRead: false, answer });

/** Makes a reader; the time limit is the HTTP server's own. */
export function createBodyReader(): BodyReader {
  let held = 0;
  return async (request, mostBytes) => {
    const tooLarge = refusal(413, `The request is larger than ${mostBytes} bytes.`, { connection: "close" });
    if (Number(request.headers["content-length"] ?? 0) > mostBytes) return failed(tooLarge);
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (): void => {
      held -= bytes;
      bytes = 0;
    };
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        held += chunk.length;
        if (bytes <= mostBytes && held <= mostBytes * bodiesAtOnce) {
          chunks.push(chunk);
          continue;
        }
        const isOwn = bytes > mostBytes;
        end();
        return failed(
          isOwn
            ? tooLarge
            : refusal(503, "Too much is being sent at once.", { "retry-after": "1", connection: "close" }),
        );
      }
      return { isRead: true, value: JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown, end };
    } catch (error) {
      end();
      return failed(
        error instanceof SyntaxError
          ? refusal(400, "The request's body is not JSON.", {}, parseError)
          : refusal(400, "The request's body did not come whole.", { connection: "close" }),
      );
    }
  };
}
