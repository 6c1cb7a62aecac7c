/** One part of a scripted answer, in the order the server does it. */
export type Act =
  | { readonly do: "write"; readonly text: string }
  /** Waits for the promise, or for the server's end, before it goes on. */
  | { readonly do: "wait"; readonly for: Promise<unknown> }
  /** Stays silent until the client goes or the server closes. */
  | { readonly do: "hang" }
  /** Breaks the connection off without an end. */
  | { readonly do: "cut" };

/** A scripted answer. Built by the functions below; `acts` may be changed by {@link cut}, {@link hangs} and {@link held}. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly acts: readonly Act[];
}

export interface SayOptions {
  /** Reasoning streamed first, as `reasoning_content`. */
  readonly reasoning?: string;
  /** `null` sends none. Default: 100 in, 20 out. */
  readonly usage?: Readonly<Record<string, unknown>> | null;
  readonly finish?: string;
  /** Characters of text per event. Default 8. */
  readonly pieceChars?: number;
}

const eventStream = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };
const usualUsage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

const sse = (data: unknown): Act => ({
  do: "write",
  text: `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`,
});

const chunk = (delta: unknown, finish: string | null = null) => ({
  id: "chatcmpl-scripted",
  object: "chat.completion.chunk",
  created: 1,
  model: "scripted",
  choices: [{ index: 0, delta, finish_reason: finish }],
});

function piecesOf(text: string, chars: number): string[] {
  const all = Array.from(text);
  const pieces: string[] = [];
  for (let i = 0; i < all.length; i += chars) pieces.push(all.slice(i, i + chars).join(""));
  return pieces;
}

function streamed(deltas: unknown[], finish: string, options: SayOptions): Reply {
  const usage = options.usage === undefined ? usualUsage : options.usage;
  const reasoning = piecesOf(options.reasoning ?? "", options.pieceChars ?? 8).map((piece) => ({
    reasoning_content: piece,
  }));
  return {
    status: 200,
    headers: eventStream,
    acts: [
      sse(chunk({ role: "assistant", content: "" })),
      ...[...reasoning, ...deltas].map((delta) => sse(chunk(delta))),
      sse(chunk({}, options.finish ?? finish)),
      ...(usage === null ? [] : [sse({ ...chunk({}), choices: [], usage })]),
      sse("[DONE]"),
    ],
  };
}

/** A streamed text answer. */
export const says = (text: string, options: SayOptions = {}): Reply =>
  streamed(
    piecesOf(text, options.pieceChars ?? 8).map((content) => ({ content })),
    "stop",
    options,
  );

/** One call of a scripted answer: tool name, arguments (text goes out as it is), and an id where it matters. */
export interface ScriptedCall {
  readonly name: string;
  readonly args?: unknown;
  readonly id?: string;
}

let answers = 0;

/** A streamed answer that asks for tools, its text before them. Ids are unique over all answers unless given. */
export function asks(
  wanted: readonly ScriptedCall[],
  options: SayOptions & { readonly text?: string } = {},
): Reply {
  answers += 1;
  const text = piecesOf(options.text ?? "", options.pieceChars ?? 8).map((content) => ({ content }));
  const deltas = wanted.flatMap(({ name, args = {}, id }, index) => {
    const head = {
      index,
      id: id ?? `call_${answers}_${index}`,
      type: "function",
      function: { name, arguments: "" },
    };
    const body = typeof args === "string" ? args : JSON.stringify(args);
    const tail = piecesOf(body, 16).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    }));
    return [{ tool_calls: [head] }, ...tail];
  });
  return streamed([...text, ...deltas], "tool_calls", options);
}

/** {@link asks} for names and arguments in turn: `calls("read_file", { path: "a" }, "list_files", {})`. */
export function calls(name: string, args: unknown = {}, ...more: readonly unknown[]): Reply {
  const wanted: ScriptedCall[] = [{ name, args }];
  for (let i = 0; i < more.length; i += 2) wanted.push({ name: String(more[i]), args: more[i + 1] ?? {} });
  return asks(wanted);
}

/** A stream of raw chunks, each sent as one event. `end` follows them; `null` ends the body without `[DONE]`. */
export const chunks = (list: readonly unknown[], end: string | null = "[DONE]"): Reply => ({
  status: 200,
  headers: eventStream,
  acts: [...list.map(sse), ...(end === null ? [] : [sse(end)])],
});

/** Any body, byte for byte. */
export const raw = (
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = eventStream,
): Reply => ({
  status,
  headers,
  acts: body === "" ? [] : [{ do: "write", text: body }],
});

/** A web page, as a proxy or a wrong address gives it. */
export const html = (body: string, status = 200): Reply => raw(body, status, { "content-type": "text/html" });

/** A JSON body. */
export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply =>
  raw(JSON.stringify(body), status, { "content-type": "application/json", ...headers });

/** A failure in OpenAI's form, for example `fails(429, "slow down", { "retry-after": "2" })`. */
export const fails = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, unknown>> = {},
): Reply => json({ error: { message, type: "invalid_request_error", ...more } }, status, headers);

const after = (reply: Reply, count: number, act: Act, isRestKept: boolean): Reply => ({
  ...reply,
  acts: [...reply.acts.slice(0, count), act, ...(isRestKept ? reply.acts.slice(count) : [])],
});

/** The reply, its connection broken off after so many events. */
export const cut = (reply: Reply, afterEvents: number): Reply =>
  after(reply, afterEvents, { do: "cut" }, false);

/** The reply, silent for ever after so many events (headers are sent in any case). */
export const hangs = (reply: Reply, afterEvents = 0): Reply =>
  after(reply, afterEvents, { do: "hang" }, false);

/** The reply, held after so many events until the condition is met. */
export const held = (reply: Reply, until: Promise<unknown>, afterEvents = 0): Reply =>
  after(reply, afterEvents, { do: "wait", for: until }, true);
