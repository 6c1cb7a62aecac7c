/** A page driven through Chromium's own debugging protocol: nothing but the measuring code runs in it. */
export interface Cdp {
  send<T>(method: string, params?: Readonly<Record<string, unknown>>): Promise<T>;
  /** Runs a function in the page and gives what it answers, promises resolved. It sees its arguments and the page only. */
  call<A extends readonly unknown[], R>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Milliseconds that the page's main thread has spent in tasks so far. */
  taskMs(): Promise<number>;
  close(): void;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

/** Longest time one question may take; what a page is asked to measure takes some seconds. */
const answerTimeoutMs = 120_000;

/** Connects to a page target. Rejects when the address does not answer; calls reject when the connection ends. */
export const connectCdp = async (url: string): Promise<Cdp> => {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => {
      resolve();
    });
    socket.addEventListener("error", () => {
      reject(new Error(`no connection to the page at ${url}`));
    });
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  socket.addEventListener("close", () => {
    for (const settle of waiting.values()) settle({ error: { message: "the page went away" } });
    waiting.clear();
  });
  const send = <T>(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const id = ++lastId;
      const timer = setTimeout(() => {
        reject(new Error(`${method}: no answer in ${answerTimeoutMs / 1000} s`));
      }, answerTimeoutMs);
      waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result as T);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send("Performance.enable");
  return {
    send,
    call: async (fn, ...args) => {
      const expression = `(${fn.toString()})(${args.map((arg) => JSON.stringify(arg)).join(",")})`;
      const answer = await send<Evaluated>("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (answer.exceptionDetails) {
        const { text, exception } = answer.exceptionDetails;
        throw new Error(`in the page: ${exception?.description ?? text}`);
      }
      return answer.result.value as never;
    },
    taskMs: async () => {
      const { metrics } = await send<{ metrics: { name: string; value: number }[] }>(
        "Performance.getMetrics",
      );
      return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
    },
    close: () => {
      socket.close();
    },
  };
};
