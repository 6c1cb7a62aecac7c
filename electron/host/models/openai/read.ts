import { faultOfSaid, looksLikeHtml, titleOf, type Asked } from "../classify.ts";
import { faults, type Fault } from "../failures.ts";
import { readSaidError } from "../saidError.ts";
import type { Answer } from "./answer.ts";
import { sseParser } from "./sse.ts";

/** Most characters of one answer: a server that never ends must not fill the memory. */
const answerChars = 64 * 1024 * 1024;

interface Sink {
  push(text: string): void;
  end(): void;
}

/** The whole body as one document: a server that does not stream, an error with status 200, a web page. */
function documentSink(answer: Answer, asked: Asked, onFault: (fault: Fault) => void): Sink {
  let body = "";
  return {
    push: (text) => {
      body += text;
    },
    end: () => {
      if (looksLikeHtml(body) || body.trimStart().startsWith("<")) {
        onFault(faults.htmlPage(asked.baseUrl, titleOf(body), 200));
        return;
      }
      try {
        const document: unknown = JSON.parse(body);
        const isCompletion = typeof document === "object" && document !== null && "choices" in document;
        if (!isCompletion && readSaidError(document) === null) {
          onFault(faults.badAnswer("it is JSON without choices", body));
          return;
        }
        answer.chunk(document);
        answer.isDone = true;
      } catch {
        onFault(faults.badAnswer("it is neither a stream of events nor JSON", body));
      }
    },
  };
}

/** How long a server may take to close an answer that is over, in milliseconds. */
const closingMs = 1000;

/** Reads what is left behind the end, so that the connection can serve the next request; gives up on a server that never closes. */
function finishReading(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  const giveUp = (): void => {
    reader.cancel().catch(() => undefined);
  };
  const timer = setTimeout(giveUp, closingMs);
  timer.unref();
  const next = async (): Promise<void> => {
    for (let pieces = 0; pieces < 64; pieces++) if ((await reader.read()).done) return;
    giveUp();
  };
  next()
    .catch(() => undefined)
    .finally(() => clearTimeout(timer))
    .catch(() => undefined);
}

/**
 * Reads a whole body into `answer`. What kind it is shows its first character, not its content type: servers and proxies
 * label all three wrong.
 * @param onAlive called for every piece that arrives
 * @returns a fault that the body itself is (a web page, no completion), else `null`
 */
export async function readBody(
  body: ReadableStream<Uint8Array>,
  answer: Answer,
  asked: Asked,
  onAlive: () => void,
): Promise<Fault | null> {
  let fault: Fault | null = null;
  let sink: Sink | null = null;
  let head = "";
  let total = 0;
  const take = (text: string): void => {
    total += text.length;
    if (sink !== null) {
      sink.push(text);
      return;
    }
    head += text;
    const start = head.trimStart().replace(/^\ufeff/, "");
    if (start === "") return;
    const isDocument = start.startsWith("<") || start.startsWith("{") || start.startsWith("[");
    sink = isDocument
      ? documentSink(answer, asked, (found) => {
          fault = found;
        })
      : sseParser((data, event) => answer.event(data, event));
    sink.push(start);
  };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    onAlive();
    take(decoder.decode(value, { stream: true }));
    if (total > answerChars || answer.said !== null || answer.isDone) break;
  }
  take(decoder.decode());
  // TypeScript does not see the assignment inside `take`.
  (sink as Sink | null)?.end();
  finishReading(reader);
  return fault ?? (total > answerChars ? faults.badAnswer("it did not end after 64 MB", "") : null);
}

/** Judges an answer whose body has been read to its end; `null` means it is whole. */
export function faultOfAnswer(answer: Answer, asked: Asked): Fault | null {
  if (answer.said !== null) return faultOfSaid(answer.said, asked);
  if (answer.finishReason === "error")
    return faults.serverSaid("it stopped with an error", 200, "Try again.", { isPassing: true });
  if (!answer.hasEnded) {
    if (answer.isEmpty && answer.unreadable !== "")
      return faults.badAnswer("its events are not JSON", answer.unreadable);
    return faults.cutStream(
      answer.isEmpty ? "the connection ended before anything came" : "the stream ended without a finish",
    );
  }
  if (answer.finishReason === "" && answer.isEmpty) return faults.badAnswer("it is empty", answer.unreadable);
  return null;
}
