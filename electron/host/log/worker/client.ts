import { Worker } from "node:worker_threads";
import { LogError, logError } from "../errors.ts";
import type { Answer, JobName, Jobs, WorkerSetup } from "./jobs.ts";

/** The thread for heavy reads. It is started with the first question and again after it died. */
export interface LogWorker {
  /** Rejects with LogError only. */
  ask<N extends JobName>(job: N, input: Jobs[N]["input"]): Promise<Jobs[N]["output"]>;
  /** A question whose answer nobody waits for; a failure is logged. */
  tell<N extends JobName>(job: N, input: Jobs[N]["input"]): void;
  /** Lets a running worker index what is left, for a short while, and ends it. Never rejects. */
  close(upTo: number): Promise<void>;
}

/** How long closing waits for the index, in milliseconds; what is left is indexed after the next start. */
const FINISH_MS = 2000;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: LogError) => void;
}

/** From source the worker is a file of this room; a bundle has it beside the bundle. */
const entry = (): URL =>
  new URL(import.meta.url.endsWith(".ts") ? "../worker.ts" : "./logWorker.mjs", import.meta.url);

/** What the client uses of a thread. */
interface Thread {
  on(event: "message", listener: (answer: Answer) => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  on(event: "exit", listener: (code: number) => void): unknown;
  ref(): void;
  unref(): void;
  postMessage(question: unknown): void;
  terminate(): Promise<unknown>;
}

const startThread = (setup: WorkerSetup): Thread =>
  new Worker(entry(), { workerData: setup, name: "event log reader" });

/** Makes the client; nothing is started yet. */
export const createLogWorker = (
  setup: WorkerSetup,
  newThread: (setup: WorkerSetup) => Thread = startThread,
): LogWorker => {
  const waiting = new Map<number, Waiting>();
  let worker: Thread | undefined;
  let lastId = 0;
  let isClosed = false;

  const settle = (answer: Answer): void => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0 && !isClosed) worker?.unref();
    if (answer.ok) asker?.resolve(answer.value);
    else asker?.reject(new LogError(answer.kind, answer.message, new Error(answer.cause)));
  };
  const start = (): Thread => {
    const started = newThread(setup);
    const ended = (cause: unknown): void => {
      if (worker === started) worker = undefined;
      for (const { reject } of waiting.values()) reject(logError("failed", cause));
      waiting.clear();
    };
    started.on("message", settle);
    started.on("error", ended);
    started.on("exit", (code) => ended(new Error(`the reader ended with code ${code}`)));
    started.unref();
    return started;
  };
  const ask = <N extends JobName>(job: N, input: Jobs[N]["input"]): Promise<Jobs[N]["output"]> => {
    if (isClosed) return Promise.reject(logError("closed"));
    worker ??= start();
    const running = worker;
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      running.ref();
      running.postMessage({ id, job, input });
    });
  };

  return {
    ask,
    tell: (job, input) => {
      ask(job, input).catch((error: unknown) => {
        if (!isClosed) console.error(`event log: ${job} in the reader failed`, error);
      });
    },
    close: async (upTo) => {
      const running = worker;
      // It is ended below whatever it says; the index resumes after the next start.
      if (running !== undefined) await ask("finish", { upTo, budgetMs: FINISH_MS }).catch(() => undefined);
      // Until it has ended it keeps the process alive, whatever it still answers: whoever closes the log waits for that.
      isClosed = true;
      running?.ref();
      await running?.terminate();
    },
  };
};
