import type { ResultScript } from "./behaviour.ts";
import { send, text, type Incoming } from "./kit.ts";

const progressTokenOf = ({ params }: Incoming): unknown =>
  (params?.["_meta"] as Readonly<Record<string, unknown>> | undefined)?.["progressToken"];

const progressFor = (request: Incoming, everyMs: number): void => {
  let progress = 0;
  const progressToken = progressTokenOf(request);
  const timer = setInterval(() => {
    progress += 1;
    send({ method: "notifications/progress", params: { progressToken, progress } });
  }, everyMs);
  timer.unref();
};

/** Begins an answer and adds to it for ever. */
const drip = ({ id }: Incoming, bytesPerSec: number): void => {
  const everyMs = 100;
  process.stdout.write(
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`,
  );
  const piece = "x".repeat(Math.max(1, Math.round((bytesPerSec * everyMs) / 1000)));
  setInterval(() => process.stdout.write(piece), everyMs).unref();
};

/** JSON of an object of so many levels; no serialiser could make it. */
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Answers a call by its script; null where nothing is left to be sent. @param write writes one finished line */
export const resultOf = (
  script: ResultScript,
  args: Readonly<Record<string, unknown>>,
  request: Incoming,
  write: (line: string) => void,
): Readonly<Record<string, unknown>> | null => {
  if (script.progressEveryMs !== undefined) progressFor(request, script.progressEveryMs);
  if (script.never === true) return null;
  if (script.neverNewlineBytesPerSec !== undefined) {
    drip(request, script.neverNewlineBytesPerSec);
    return null;
  }
  if (script.structuredDepth !== undefined) {
    const result = `{"content":[{"type":"text","text":"deep"}],"structuredContent":${nested(script.structuredDepth)}}`;
    write(`{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":${result}}`);
    return null;
  }
  if (script.contentItems !== undefined)
    return { content: Array.from({ length: script.contentItems }, () => ({ type: "text", text: "b" })) };
  if (script.textBytes !== undefined) return text("x".repeat(script.textBytes));
  if (script.echo === true) return text(typeof args["text"] === "string" ? args["text"] : "");
  return script.result ?? text("ok");
};
