/**
 * What came from the host on its channel. Answers and events travel on as the text they are: main reads only what it
 * needs to route them, so that a result of a megabyte is parsed once, by the page.
 */
export type HostMessage =
  /** `result` is the JSON text of a contract Result. */
  | { readonly kind: "answer"; readonly id: number; readonly result: string }
  /** `text` is the whole `{"event","data"}` message. */
  | { readonly kind: "event"; readonly text: string }
  | { readonly kind: "private"; readonly value: unknown }
  | { readonly kind: "unreadable"; readonly why: string };

const answerHead = /^\{"id":(\d{1,15}),(?="ok":(?:true|false)[,}])/;

/** Reads one message of the host. Never throws. */
export function readHostMessage(message: unknown): HostMessage {
  if (typeof message !== "string") return { kind: "unreadable", why: "a message that is no text" };
  const head = answerHead.exec(message);
  if (head?.[1] !== undefined) {
    return { kind: "answer", id: Number(head[1]), result: `{${message.slice(head[0].length)}` };
  }
  if (message.startsWith('{"event":')) return { kind: "event", text: message };
  return readWhole(message);
}

/** The slow way, for messages whose keys come in another order. */
function readWhole(text: string): HostMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "unreadable", why: `a message that is no JSON: ${text.slice(0, 80)}` };
  }
  if (typeof value !== "object" || value === null)
    return { kind: "unreadable", why: "a message that is no object" };
  if ("main" in value) return { kind: "private", value: value.main };
  if ("event" in value) return { kind: "event", text };
  if ("id" in value && typeof value.id === "number" && "ok" in value) {
    const { id, ...result } = value;
    return { kind: "answer", id: id, result: JSON.stringify(result) };
  }
  return { kind: "unreadable", why: "a message of no known kind" };
}

/** A request as text. `params` must be JSON text that was parsed before: it is put in as it is. */
export function writeRequest(id: number, method: string, params: string): string {
  return `{"id":${id},"method":${JSON.stringify(method)},"params":${params}}`;
}
