import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  LoggingMessageNotificationSchema,
  McpError,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import { z } from "zod";
import {
  ok,
  type Failure,
  type JsonObject,
  type Result,
  type ServerLogLine,
} from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";
import { OutputChecks, parseResult } from "../result/index.ts";
import type { Ending } from "../stdio/index.ts";
import { listAllTools } from "../tools/index.ts";
import type { CallOptions, ListedTool, McpConnection, ServerHello, ToolResult } from "../types.ts";
import { CallTimer } from "./callTimer.ts";
import * as failures from "./failures.ts";
import type { Explain, Trouble } from "./trouble.ts";

/** A transport that can also say how its server fares. The stdio one starts a process; others come later. */
export interface ServerTransport extends Transport {
  readonly pid: number | null;
  readonly ending: Ending | null;
  readonly lastWords: string;
  readonly protocolVersion: string;
  bytesOf(result: object): number;
  isTooLarge(data: unknown): boolean;
  readonly explain?: Explain;
}

export interface ConnectionOptions {
  readonly serverName: string;
  readonly hostVersion: string;
  /** Limit for starting and saying hello, and for each page of a list, in milliseconds. */
  readonly connectTimeoutMs: number;
  readonly now: () => number;
  /** Lines on stdout so far that were no messages. */
  readonly noise: () => number;
}

/** Results are read by our own code, block by block; the SDK hands them over as they came. */
const asItCame = z.unknown();
/** Our own timers end requests; this keeps the SDK's out of the way (the most `setTimeout` takes). */
const NO_TIMEOUT_MS = 2_147_483_647;
const noValidator: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

const reasonOf = (error: McpError): string => error.message.replace(`MCP error ${error.code}: `, "");

/** {@link McpConnection} over the SDK's v1 client: one connection, one transport, never used twice. */
export class SdkConnection implements McpConnection {
  readonly #client: Client;
  readonly #transport: ServerTransport;
  readonly #options: ConnectionOptions;
  readonly #outputs = new OutputChecks();
  readonly #closedListeners: ((why: Failure | null) => void)[] = [];
  readonly #changedListeners: (() => void)[] = [];
  readonly #logListeners: ((line: ServerLogLine) => void)[] = [];
  #isClosing = false;
  #isClosed = false;

  constructor(transport: ServerTransport, options: ConnectionOptions) {
    this.#transport = transport;
    this.#options = options;
    // No capability is declared: a server's requests are answered with "method not found", pings with a pong.
    this.#client = new Client(
      { name: "loopwright", title: "Loopwright", version: options.hostVersion },
      { capabilities: {}, jsonSchemaValidator: noValidator },
    );
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      for (const listener of this.#changedListeners) listener();
    });
    this.#client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      const text = typeof params.data === "string" ? params.data : JSON.stringify(params.data);
      this.#log("log", `[${params.level}] ${params.logger === undefined ? "" : `${params.logger}: `}${text}`);
    });
    this.#client.onclose = () => {
      this.#isClosed = true;
      this.#tellClosed().catch((error: unknown) => {
        this.#log("protocol", `Ending the server failed: ${String(error)}`);
      });
    };
  }

  get pid(): number | null {
    return this.#transport.pid;
  }

  async connect(): Promise<Result<ServerHello>> {
    const { connectTimeoutMs } = this.#options;
    let isLate = false;
    // Not the SDK's timeout: it would send a cancellation of `initialize`, which the protocol forbids.
    const timer = setTimeout(() => {
      isLate = true;
      this.#endQuietly();
    }, connectTimeoutMs);
    try {
      await this.#client.connect(this.#transport, { timeout: NO_TIMEOUT_MS });
      return ok(this.#hello());
    } catch (error) {
      const wasAlive = this.#transport.ending === null;
      await this.close();
      if (isLate)
        return (
          this.#explained({ kind: "silent", afterMs: connectTimeoutMs }) ??
          failures.startTimedOut(this.#circumstances(), connectTimeoutMs)
        );
      return this.#connectFailure(error, wasAlive);
    } finally {
      clearTimeout(timer);
    }
  }

  #connectFailure(error: unknown, wasAlive: boolean): Result<ServerHello> {
    const own = this.#explained({ kind: "failed", error, tool: null });
    if (own !== null) return own;
    const at = this.#circumstances();
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Error && "syscall" in error)
      return failures.cannotStart(at, error as NodeJS.ErrnoException);
    if (!wasAlive) return failures.diedAtStart(at);
    if (error instanceof McpError) return failures.notMcp(at, reasonOf(error));
    const isMalformed = error instanceof Error && "issues" in error;
    return failures.notMcp(at, isMalformed ? "its answer to initialize is malformed" : message);
  }

  #hello(): ServerHello {
    const version = this.#client.getServerVersion();
    return {
      protocolVersion: this.#transport.protocolVersion,
      serverVersion: version ? `${version.name} ${version.version}` : "",
      instructions: this.#client.getInstructions() ?? null,
    };
  }

  async listTools(): Promise<Result<readonly ListedTool[]>> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return ok([]);
    const timer = new CallTimer(
      new AbortController().signal,
      this.#options.connectTimeoutMs,
      this.#options.connectTimeoutMs,
    );
    try {
      const { tools, warnings } = await listAllTools((cursor) =>
        this.#client.request(
          { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
          asItCame,
          {
            timeout: NO_TIMEOUT_MS,
            signal: timer.signal,
          },
        ),
      );
      for (const warning of warnings) this.#log("protocol", warning);
      this.#outputs.setTools(tools);
      return ok(tools);
    } catch (error) {
      if (this.#isClosed)
        return this.#explained({ kind: "ended", tool: null }) ?? failures.diedInUse(this.#circumstances());
      return this.#callFailure("tools/list", error, timer);
    } finally {
      timer.end();
    }
  }

  async callTool(name: string, args: JsonObject, options: CallOptions): Promise<Result<ToolResult>> {
    const { serverName } = this.#options;
    if (options.signal.aborted) return failures.callCancelled(serverName, name);
    if (this.#isClosed) return failures.notRunning(serverName);
    const timer = new CallTimer(options.signal, options.timeoutMs, options.maxTotalMs);
    const onprogress: NonNullable<CallOptions["onProgress"]> = (progress) => {
      timer.progressed();
      options.onProgress?.(progress);
    };
    const params = { name, arguments: args, ...(options.meta ? { _meta: options.meta } : {}) };
    try {
      const raw = await this.#client.request({ method: "tools/call", params }, asItCame, {
        timeout: NO_TIMEOUT_MS,
        signal: timer.signal,
        onprogress: onprogress as (progress: { progress: number; total?: number | undefined }) => void,
      });
      return ok(this.#resultOf(name, isJsonObject(raw) ? raw : {}));
    } catch (error) {
      return this.#callFailure(name, error, timer);
    } finally {
      timer.end();
    }
  }

  #resultOf(tool: string, raw: JsonObject): ToolResult {
    const parsed = parseResult(raw);
    const bytes = this.#transport.bytesOf(raw);
    const odd = this.#outputs.warningFor(tool, parsed, bytes);
    const warnings = odd === null ? parsed.warnings : [...parsed.warnings, odd];
    for (const warning of warnings) this.#log("protocol", warning);
    return { ...parsed, warnings, bytes };
  }

  #callFailure(tool: string, error: unknown, timer: CallTimer): ReturnType<typeof failures.callCancelled> {
    const { serverName } = this.#options;
    if (timer.givenUp?.why === "cancelled") return failures.callCancelled(serverName, tool);
    if (timer.givenUp?.why === "timedOut")
      return failures.callTimedOut(serverName, tool, timer.givenUp.afterMs);
    if (this.#isClosed)
      return this.#explained({ kind: "ended", tool }) ?? failures.diedInCall(this.#circumstances(), tool);
    const own = this.#explained({ kind: "failed", error, tool });
    if (own !== null) return own;
    if (error instanceof McpError) {
      const reason = reasonOf(error);
      return this.#transport.isTooLarge(error.data)
        ? failures.resultTooLarge(tool, reason)
        : failures.callRefused(tool, reason, error.code);
    }
    return failures.callBroken(tool, error);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#isClosed = true;
    await this.#transport.close();
  }

  onClosed(listener: (why: Failure | null) => void): void {
    this.#closedListeners.push(listener);
  }

  onToolsChanged(listener: () => void): void {
    this.#changedListeners.push(listener);
  }

  onLog(listener: (line: ServerLogLine) => void): void {
    this.#logListeners.push(listener);
  }

  /** Listeners hear of the end when the whole tree is gone, so that a restart never meets its forerunner. */
  async #tellClosed(): Promise<void> {
    const wasAsked = this.#isClosing;
    await this.#transport.close();
    const ended = this.#explained({ kind: "ended", tool: null });
    const why = wasAsked ? null : failures.failureOf(ended ?? failures.diedInUse(this.#circumstances()));
    for (const listener of this.#closedListeners) listener(why);
  }

  #endQuietly(): void {
    this.#transport.close().catch((error: unknown) => {
      this.#log("protocol", `Ending the server failed: ${String(error)}`);
    });
  }

  #explained(trouble: Trouble): ReturnType<Explain> {
    return this.#transport.explain?.(trouble) ?? null;
  }

  #circumstances(): failures.Circumstances {
    const { ending, lastWords } = this.#transport;
    return { server: this.#options.serverName, ending, lastWords, noise: this.#options.noise() };
  }

  #log(stream: ServerLogLine["stream"], text: string): void {
    for (const listener of this.#logListeners) listener({ at: this.#options.now(), stream, text });
  }
}
