import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from "node:worker_threads";
import type { Job, Word } from "./jobs.ts";
import type { Verdict } from "./verdict.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** Time limits in milliseconds: for starting the thread, for compiling a schema, for checking one value, and idle before it ends. */
export interface CheckLimits {
  readonly startMs: number;
  readonly makeMs: number;
  readonly checkMs: number;
  readonly idleMs: number;
}

/** Compiled schemas a thread keeps. */
const MOST_KEPT = 100;

/** Memory for one check, in MB: a thread that wants more ends alone. The stack lets wide and deep schemas be compiled. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 };

/** From source the entry is a file of this room; a bundle has it beside the bundle. */
const entry = (): URL =>
  new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./schemaWorker.mjs", import.meta.url);

/** Why a value could not be checked in time. Named, because a caller gives up on a schema that does it again and again. */
export const TOO_SLOW = "it took too long";

interface Running {
  readonly settle: (verdict: Verdict) => void;
  timer: NodeJS.Timeout;
}

/** One checking thread: one job at a time; ended and started anew when a job does not end in time. */
export class CheckThread {
  readonly #limits: CheckLimits;
  readonly #kept = new Set<string>();
  #worker: Worker | null = null;
  #port: MessagePort | null = null;
  #running: Running | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(limits: CheckLimits) {
    this.#limits = limits;
  }

  get isBusy(): boolean {
    return this.#running !== null;
  }

  /** Only where the thread is not busy. Never rejects. */
  run(key: string, schema: JsonObject, value: unknown): Promise<Verdict> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const isNew = this.#port === null;
    const port = this.#port ?? this.#start();
    const { startMs, makeMs, checkMs } = this.#limits;
    const isKept = this.#kept.has(key);
    const limit = isKept ? checkMs : makeMs + (isNew ? startMs : 0);
    return new Promise((resolve) => {
      this.#running = { settle: resolve, timer: this.#timer(limit) };
      port.ref();
      const job: Job = { key, ...(isKept ? {} : { schema }), forget: this.#keep(key), value };
      port.postMessage(job);
    });
  }

  /** Ends the thread; a job that runs comes back unchecked. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#give({ kind: "unchecked", why: "the host is closing" });
    this.#drop();
    await worker?.terminate();
  }

  #timer(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#late();
    }, ms);
  }

  /** A host that was busy itself may have the answer waiting unread: it counts. */
  #late(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#hear(next);
    if (this.#running === null) return;
    const worker = this.#worker;
    this.#drop();
    worker?.terminate().catch(() => undefined);
    this.#give({ kind: "unchecked", why: TOO_SLOW });
  }

  #next(): Word | undefined {
    if (this.#port === null) return undefined;
    return (receiveMessageOnPort(this.#port) as { message: Word } | undefined)?.message;
  }

  #start(): MessagePort {
    const { port1: port, port2: theirs } = new MessageChannel();
    const worker = new Worker(entry(), {
      name: "schema checks",
      workerData: { port: theirs },
      transferList: [theirs],
      resourceLimits,
      env: {},
      stdout: true,
      stderr: true,
    });
    const ended = (error: unknown): void => {
      if (this.#worker !== worker) return;
      this.#drop();
      const isMemory = (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#give({
        kind: "unchecked",
        why: isMemory ? "it needed too much memory" : "the check itself failed",
      });
    };
    worker.on("error", ended);
    worker.on("exit", ended);
    worker.unref();
    port.on("message", (word: Word) => {
      if (this.#port === port) this.#hear(word);
    });
    port.unref();
    this.#worker = worker;
    this.#port = port;
    return port;
  }

  #hear(word: Word): void {
    if (this.#running === null) return;
    if (word.kind === "done") {
      this.#give(word.verdict);
      return;
    }
    clearTimeout(this.#running.timer);
    this.#running.timer = this.#timer(this.#limits.checkMs);
  }

  #give(verdict: Verdict): void {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    clearTimeout(running.timer);
    this.#port?.unref();
    if (this.#worker !== null) {
      this.#idle = setTimeout(() => {
        this.close().catch(() => undefined);
      }, this.#limits.idleMs).unref();
    }
    running.settle(verdict);
  }

  #drop(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    this.#port?.close();
    this.#port = null;
    this.#worker = null;
    this.#kept.clear();
  }

  /** The keys to forget, so that one more can be kept: those that were not used for longest. */
  #keep(key: string): string[] {
    this.#kept.delete(key);
    this.#kept.add(key);
    const over = [...this.#kept].slice(0, Math.max(0, this.#kept.size - MOST_KEPT));
    for (const old of over) this.#kept.delete(old);
    return over;
  }
}
