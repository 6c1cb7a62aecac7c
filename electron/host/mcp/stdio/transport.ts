import type { ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import spawn from "cross-spawn";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { parseMessages } from "../envelope/index.ts";
import type { Traffic } from "../protocolLog/index.ts";
import { endTree, noteTree, STEP_MS, type Tree } from "../process/index.ts";
import { idOfOversize, LineSplitter, MAX_LINE_BYTES, type OversizeLine } from "./lines.ts";
import { StderrLines } from "./stderr.ts";

/** A command ready to be started: resolved, with its whole environment. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Value of the marker in `env`, by which everything the server starts is found again. */
  readonly marker: string;
}

/** Told by the transport while it lives. */
export interface TransportEvents {
  onSpawned(pid: number): void;
  /** The process and everything below it are gone. */
  onEnded(pid: number): void;
  onStderr(line: string): void;
  /** A line on stdout that is no message. */
  onNoise(line: string): void;
  /** Each message as it enters or leaves. */
  readonly onTraffic?: Traffic;
}

/** How a server's process ended. */
export interface Ending {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** It lived on, but closed its output or input, so that nothing could be said any more. */
  readonly deaf?: "output" | "input";
}

/** JSON-RPC code of the answer that stands in for one that was too long to read. */
const TOO_LARGE = -32_603;
const DRAIN_GRACE_MS = 500;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * MCP over a child process that leads its own process group. Reads in linear time, survives noise on stdout
 * and lines of any length, and {@link close} ends the whole tree. Fits the SDK's `Transport`; one instance is
 * one process.
 */
export class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** The protocol version agreed on; empty before. */
  protocolVersion = "";
  readonly setProtocolVersion = (version: string): void => {
    this.protocolVersion = version;
  };

  readonly #launch: Launch;
  readonly #events: TransportEvents;
  readonly #stderr: StderrLines;
  readonly #splitter: LineSplitter;
  readonly #sizes = new WeakMap<object, number>();
  readonly #tooLarge = new WeakSet<object>();
  #child: Child | null = null;
  #tree: Tree | null = null;
  #exited: Promise<void> = Promise.resolve();
  #drained: Promise<void> | null = null;
  #closing: Promise<void> | null = null;
  #lastDataAt = 0;
  #ending: Ending | null = null;
  #deaf: Ending["deaf"];

  constructor(launch: Launch, events: TransportEvents, maxLineBytes: number = MAX_LINE_BYTES) {
    this.#launch = launch;
    this.#events = events;
    this.#stderr = new StderrLines((line) => {
      events.onStderr(line);
    });
    this.#splitter = new LineSplitter(
      {
        line: (text, bytes) => {
          this.#onLine(text, bytes);
        },
        oversize: (line) => {
          this.#onOversize(line);
        },
      },
      maxLineBytes,
    );
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Set once the process ended, or could not be talked to any more. */
  get ending(): Ending | null {
    return this.#deaf === undefined ? this.#ending : { exitCode: null, signal: null, deaf: this.#deaf };
  }

  /** The last 8 KB of stderr. */
  get lastWords(): string {
    return this.#stderr.tail;
  }

  /** Bytes of the line that brought this result; 0 when it did not come over this transport. */
  bytesOf(result: object): number {
    return this.#sizes.get(result) ?? 0;
  }

  /** True when this error data stands for an answer longer than the limit. */
  isTooLarge(data: unknown): boolean {
    return typeof data === "object" && data !== null && this.#tooLarge.has(data);
  }

  /** Resolves when the process runs. Rejects with the system's error when it cannot be started. */
  start(): Promise<void> {
    const { command, args, env, cwd } = this.#launch;
    return new Promise((resolve, reject) => {
      const child = spawn(command, [...args], {
        env,
        cwd,
        stdio: ["pipe", "pipe", "pipe"],
        shell: false,
        windowsHide: true,
        detached: process.platform !== "win32",
      }) as Child;
      this.#child = child;
      child.once("error", reject);
      child.once("spawn", () => {
        const pid = child.pid ?? 0;
        this.#tree = { rootPid: pid, marker: this.#launch.marker, seen: new Map() };
        this.#events.onSpawned(pid);
        resolve();
      });
      this.#listen(child);
    });
  }

  #listen(child: Child): void {
    child.stdout.on("data", (chunk: Buffer) => {
      this.#lastDataAt = performance.now();
      this.#splitter.feed(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr.feed(chunk);
    });
    const report = (error: Error): void => this.onerror?.(error);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", report);
    child.stdout.once("end", () => this.#onDeaf("output"));
    child.stdin.once("error", () => this.#onDeaf("input"));
    this.#exited = new Promise((resolve) => {
      child.once("exit", (exitCode, signal) => {
        this.#ending = { exitCode, signal };
        resolve();
        this.#afterExit(child).catch(report);
      });
    });
  }

  /**
   * A process below may hold the pipes open for ever: what has been written is read, then the connection
   * counts as closed.
   */
  async #afterExit(child: Child): Promise<void> {
    let isClosed = false;
    const closed = new Promise<void>((resolve) => {
      child.once("close", () => {
        isClosed = true;
        resolve();
      });
    });
    do {
      const timer = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_GRACE_MS).unref());
      await Promise.race([closed, timer]);
    } while (!isClosed && performance.now() - this.#lastDataAt < DRAIN_GRACE_MS);
    this.#stderr.flush();
    await this.close();
  }

  /** A process that ends closes both as well, so it is given a moment to be seen ending. */
  #onDeaf(deaf: "output" | "input"): void {
    const settle = (): void => {
      if (this.#ending !== null || this.#closing !== null) return;
      this.#deaf = deaf;
      this.close().catch((error: unknown) => this.onerror?.(error as Error));
    };
    setTimeout(settle, DRAIN_GRACE_MS).unref();
  }

  #onLine(text: string, bytes: number): void {
    const messages = parseMessages(text);
    if (messages.length === 0 && text.trim() !== "") this.#events.onNoise(text);
    for (const message of messages) {
      const part = messages.length === 1 ? text : JSON.stringify(message);
      const size = messages.length === 1 ? bytes : Buffer.byteLength(part);
      if ("result" in message) this.#sizes.set(message.result, size);
      this.#events.onTraffic?.("in", message, part, size);
      this.onmessage?.(message);
    }
  }

  #onOversize(line: OversizeLine): void {
    const id = idOfOversize(line);
    if (id === null) {
      this.#events.onNoise(
        `(a line of ${line.bytes} bytes was skipped; it begins: ${line.head.slice(0, 200)})`,
      );
      return;
    }
    const data = { bytes: line.bytes };
    this.#tooLarge.add(data);
    const message = `The answer is ${line.bytes} bytes long; at most ${MAX_LINE_BYTES} are read.`;
    const standIn: JSONRPCMessage = { jsonrpc: "2.0", id, error: { code: TOO_LARGE, message, data } };
    this.#events.onTraffic?.("in", standIn, JSON.stringify(standIn), line.bytes);
    this.onmessage?.(standIn);
  }

  /**
   * Resolves when the message is written or queued by the system; waits where the server reads slower than we
   * write.
   */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) {
      // Whoever waits is to learn of the end of the connection, not of a stream.
      if (this.#ending === null && this.#closing === null) this.#deaf = "input";
      await this.close();
      throw new Error("The server no longer reads its input.");
    }
    const text = JSON.stringify(message);
    this.#events.onTraffic?.("out", message, text, Buffer.byteLength(text));
    if (stdin.write(`${text}\n`)) return;
    this.#drained ??= new Promise<void>((resolve) => {
      const done = (): void => {
        this.#drained = null;
        stdin.off("drain", done).off("close", done);
        resolve();
      };
      stdin.once("drain", done).once("close", done);
    });
    await this.#drained;
  }

  /**
   * Ends the server politely, then firmly: end of input, a second, TERM to the group, a second, KILL to the
   * group and to every process that left it. Never rejects; when it resolves nothing of the tree lives.
   * Calling it again waits for the same end.
   */
  close(): Promise<void> {
    // Deferred, so that whoever is told of the end and calls close() again finds it under way.
    this.#closing ??= Promise.resolve().then(() => this.#close());
    return this.#closing;
  }

  async #close(): Promise<void> {
    const child = this.#child;
    const tree = this.#tree;
    // Calls that are out fail now, not when the last stubborn process has been ended.
    this.onclose?.();
    if (child !== null && tree !== null) {
      if (this.#ending === null) {
        await noteTree(tree);
        child.stdin.end();
        const timer = new Promise<void>((resolve) => setTimeout(resolve, STEP_MS));
        await Promise.race([this.#exited, timer]);
      }
      await endTree(tree);
      // Windows: taskkill reports before the exit is seen here.
      await Promise.race([
        this.#exited,
        new Promise<void>((resolve) => setTimeout(resolve, STEP_MS).unref()),
      ]);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      this.#events.onEnded(tree.rootPid);
    }
  }
}
