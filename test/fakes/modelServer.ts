import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json, type Reply } from "./replies.ts";

export * from "./replies.ts";

/** What a client sent, parsed. Loose on purpose: tests compare the parts they care for. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: ChatBody;
  /** Milliseconds on the monotonic clock when the whole request was there. */
  readonly atMs: number;
}

export interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly SentMessage[];
  readonly tools?: readonly {
    readonly type: string;
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
  }[];
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly [other: string]: unknown;
}

export interface SentMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly reasoning_content?: string;
}

/** The answers in order, or a function that chooses one by the request. */
export type Script = readonly Reply[] | ((request: RecordedRequest, index: number) => Reply);

export interface ModelServerOptions {
  /** How bodies are cut into writes: as scripted, or one byte at a time. */
  readonly writing?: "asScripted" | "byteByByte";
  /** Names for `GET /models`; `null` answers 404. */
  readonly models?: readonly string[] | null;
  /** Answered with 401 unless the request carries this key. */
  readonly apiKey?: string;
}

/** A scripted OpenAI-compatible server on a free loopback port. Ends with `close`, or `await using`. */
export interface ModelServer extends AsyncDisposable {
  /** The address to give a model: `http://127.0.0.1:PORT/v1`. */
  readonly baseUrl: string;
  /** Every chat request so far, in order. */
  readonly requests: readonly RecordedRequest[];
  /** Adds answers to the end of a list script. */
  script(...more: readonly Reply[]): void;
  /** Resolves when so many chat requests have come; rejects after the limit with what did come. */
  arrived(count: number, limitMs?: number): Promise<void>;
  /** Resolves when the client gave up (or finished) the request with this index. */
  ended(index: number, limitMs?: number): Promise<"whole" | "aborted">;
  close(): Promise<void>;
}

interface Ending {
  readonly promise: Promise<"whole" | "aborted">;
  readonly resolve: (how: "whole" | "aborted") => void;
}

const newEnding = (): Ending => Promise.withResolvers<"whole" | "aborted">();

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

async function within<T>(promise: Promise<T>, limitMs: number, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${limitMs} ms for ${what()}`)), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function writeText(response: ServerResponse, text: string, isByteByByte: boolean): Promise<void> {
  const bytes = Buffer.from(text, "utf8");
  const step = isByteByByte ? 1 : bytes.length;
  for (let i = 0; i < bytes.length && !response.destroyed; i += step) {
    response.write(bytes.subarray(i, i + step));
    if (isByteByByte) await new Promise(setImmediate);
  }
}

async function play(
  reply: Reply,
  response: ServerResponse,
  gone: Promise<unknown>,
  isByteByByte: boolean,
): Promise<void> {
  response.writeHead(reply.status, reply.headers);
  response.flushHeaders();
  for (const act of reply.acts) {
    if (response.destroyed) return;
    switch (act.do) {
      case "write":
        await writeText(response, act.text, isByteByByte);
        break;
      case "wait":
        await Promise.race([act.for, gone]);
        break;
      case "hang":
        await gone;
        return;
      case "cut":
        // What was written must leave first, or the client sees nothing of it.
        while (response.writableLength > 0 && !response.destroyed) await new Promise(setImmediate);
        await new Promise(setImmediate);
        response.destroy();
        return;
    }
  }
  response.end();
}

/** State and answers of one running server. */
class Scripted {
  readonly requests: RecordedRequest[] = [];
  readonly more: Reply[] = [];
  readonly endings: Ending[] = [];
  readonly waiting = new Set<() => void>();
  readonly closing = Promise.withResolvers<void>();
  readonly #script: Script;
  readonly #options: ModelServerOptions;

  constructor(script: Script, options: ModelServerOptions) {
    this.#script = script;
    this.#options = options;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    const text = await readBody(request);
    const closed = new Promise<void>((resolve) => {
      response.once("close", () => resolve());
    });
    const gone = Promise.race([closed, this.closing.promise]);
    if (request.method === "GET" && path.endsWith("/models")) {
      await play(this.#models(), response, gone, false);
      return;
    }
    const ending = newEnding();
    response.once("close", () => ending.resolve(response.writableFinished ? "whole" : "aborted"));
    const index = this.requests.length;
    this.endings.push(ending);
    const recorded: RecordedRequest = {
      path,
      headers: request.headers,
      body: JSON.parse(text) as ChatBody,
      atMs: performance.now(),
    };
    this.requests.push(recorded);
    for (const check of this.waiting) check();
    await play(this.#reply(recorded, index), response, gone, this.#options.writing === "byteByByte");
  }

  ending(index: number): Ending {
    const ending = this.endings[index];
    if (ending === undefined)
      throw new Error(`there is no request ${index}, only ${this.requests.length} came`);
    return ending;
  }

  #models(): Reply {
    const { models = ["scripted"] } = this.#options;
    if (models === null) return json({ error: { message: "no such endpoint" } }, 404);
    return json({ object: "list", data: models.map((id) => ({ id, object: "model" })) });
  }

  #reply(request: RecordedRequest, index: number): Reply {
    const { apiKey } = this.#options;
    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
      return json(
        {
          error: {
            message: `Incorrect API key provided: ${request.headers.authorization ?? ""}`,
            code: "invalid_api_key",
          },
        },
        401,
      );
    }
    const reply =
      typeof this.#script === "function"
        ? this.#script(request, index)
        : [...this.#script, ...this.more][index];
    return reply ?? json({ error: { message: `the script has no answer for request ${index + 1}` } }, 400);
  }
}

/** Starts a scripted server. A request beyond the script is answered with 400 and a sentence that says so. */
export async function startModelServer(
  script: Script,
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const scripted = new Scripted(script, options);
  const server = createServer((request, response) => {
    scripted.handle(request, response).catch((cause: unknown) => {
      response.destroy(cause instanceof Error ? cause : new Error(String(cause)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    scripted.closing.resolve();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: scripted.requests,
    script: (...more) => {
      scripted.more.push(...more);
    },
    arrived: (count, limitMs = 30_000) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (scripted.requests.length >= count) resolve();
      };
      scripted.waiting.add(check);
      check();
      return within(promise, limitMs, () => `request ${count}; ${scripted.requests.length} came`).finally(
        () => scripted.waiting.delete(check),
      );
    },
    ended: (index, limitMs = 30_000) =>
      within(scripted.ending(index).promise, limitMs, () => `the end of request ${index}`),
    close,
    [Symbol.asyncDispose]: close,
  };
}
