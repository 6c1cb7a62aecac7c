import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import { z } from "zod";
import {
  ok,
  type Failure,
  type JsonObject,
  type Remark,
  type Result,
  type ServerLogLine,
  type ServerOffers,
} from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import type { ServerAsks } from "../asks.ts";
import { readOffers } from "../primitives/index.ts";
import { OutputChecks, parseResult } from "../result/index.ts";
import type { Ending } from "../stdio/index.ts";
import { listAllTools } from "../tools/index.ts";
import type {
  CallOptions,
  ChangedList,
  ListedTool,
  McpConnection,
  OfferMethod,
  ServerHello,
  ToolResult,
} from "../types.ts";
import { announcedIn } from "./announced.ts";
import { Asker, NO_TIMEOUT_MS, type Line } from "./asker.ts";
import * as failures from "./failures.ts";
import { OpenAsks } from "./openAsks.ts";
import { NeededPages } from "./pageNeeded.ts";
import { capabilitiesFor, serveAsks } from "./serverAsks.ts";
import { callTool } from "./taskCall.ts";
import type { Explain, Trouble } from "./trouble.ts";
import { unusedIn } from "./unused.ts";

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
  /** Answers the server's own requests; without it nothing of the kind is offered to the server. */
  readonly asks?: ServerAsks;
}

const noValidator: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** Results are read by our own code, part by part; the SDK hands them over as they came. */
const asItCame = z.unknown();

/** The server's own words, without what the SDK puts before them. */
const reasonOf = (error: McpError): string => error.message.replace(`MCP error ${error.code}: `, "");

const lineOf = (client: Client): Line => ({
  request: (method, params, { signal, onprogress }) =>
    client.request({ method, params }, asItCame, {
      timeout: NO_TIMEOUT_MS,
      signal,
      ...(onprogress === undefined ? {} : { onprogress: onprogress as never }),
    }),
  refusalIn: (error) =>
    error instanceof McpError ? { reason: reasonOf(error), code: error.code, data: error.data } : null,
});

/** {@link McpConnection} over the SDK's v1 client: one connection, one transport, never used twice. */
export class SdkConnection implements McpConnection {
  readonly #client: Client;
  readonly #transport: ServerTransport;
  readonly #options: ConnectionOptions;
  readonly #outputs: OutputChecks;
  readonly #closedListeners: ((why: Failure | null) => void)[] = [];
  readonly #changedListeners: ((what: ChangedList) => void)[] = [];
  readonly #updatedListeners: ((uri: string) => void)[] = [];
  readonly #logListeners: ((line: ServerLogLine) => void)[] = [];
  readonly #asker: Asker;
  readonly #pages: NeededPages;
  readonly #openAsks = new OpenAsks();
  #unused = 0;
  #tools: ReadonlyMap<string, JsonObject> = new Map();
  #isClosing = false;
  #isClosed = false;

  constructor(transport: ServerTransport, options: ConnectionOptions) {
    this.#transport = transport;
    this.#options = options;
    this.#outputs = new OutputChecks(options.serverName);
    this.#client = new Client(
      { name: "loopwright", title: "Loopwright", version: options.hostVersion },
      {
        capabilities: capabilitiesFor(options.asks),
        jsonSchemaValidator: noValidator,
      },
    );
    this.#pages = new NeededPages(options.asks);
    this.#asker = new Asker(lineOf(this.#client), {
      serverName: options.serverName,
      isClosed: () => this.#isClosed,
      isTooLarge: (data) => transport.isTooLarge(data),
      circumstances: () => this.#circumstances(),
      explain: (trouble) => this.#explained(trouble),
      isHeldUp: () => this.#openAsks.isAny,
      special: (tool, { code, data }) => this.#pages.refusal(options.serverName, tool, code, data),
    });
    this.#hear();
  }

  #hear(): void {
    const { asks } = this.#options;
    if (asks !== undefined) {
      const tap = serveAsks(this.#client, this.#openAsks.counting(asks), (path) => pathToFileURL(path).href);
      this.#transport.onmessage = (message) => {
        tap(message);
      };
    }
    this.#client.fallbackNotificationHandler = async ({ method, params }) => {
      this.#announced(method, params);
      return Promise.resolve();
    };
    this.#client.onerror = (error) => {
      const unused = unusedIn(error, this.#unused);
      if (unused === null || this.#isClosing) return;
      this.#unused++;
      this.#say(unused);
    };
    this.#client.onclose = () => {
      this.#isClosed = true;
      this.#pages.end();
      this.#tellClosed().catch((error: unknown) => {
        this.#say(remark("endingFailed", { reason: String(error) }));
      });
    };
  }

  #announced(method: string, params: unknown): void {
    const said = announcedIn(method, params);
    if (said === null) return;
    switch (said.kind) {
      case "changed":
        for (const listener of this.#changedListeners) listener(said.what);
        break;
      case "updated":
        for (const listener of this.#updatedListeners) listener(said.uri);
        break;
      case "log":
        this.#log("log", { text: said.text });
    }
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
    return isMalformed
      ? failures.notMcp(at, "its answer to initialize is malformed", "malformed")
      : failures.notMcp(at, message);
  }

  #hello(): ServerHello {
    const version = this.#client.getServerVersion();
    return {
      protocolVersion: this.#transport.protocolVersion,
      serverVersion: version ? `${version.name} ${version.version}`.trim() : "",
      instructions: this.#client.getInstructions() ?? null,
      capabilities: this.#client.getServerCapabilities() ?? {},
    };
  }

  async listTools(): Promise<Result<readonly ListedTool[]>> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return ok([]);
    let refused: Result<JsonObject> | null = null;
    const page = async (cursor: string | undefined): Promise<unknown> => {
      refused = await this.#askNow("tools/list", cursor === undefined ? {} : { cursor });
      if (!refused.ok) throw new Error(refused.error.message);
      return refused.value;
    };
    try {
      const { tools, warnings } = await listAllTools(page);
      for (const warning of warnings) this.#say(warning);
      this.#outputs.setTools(tools);
      this.#tools = new Map(tools.map(({ name, raw }) => [name, raw]));
      return ok(tools);
    } catch (error) {
      const failed = refused as Result<JsonObject> | null;
      return failed?.ok === false ? failed : failures.callBroken("tools/list", error);
    }
  }

  async callTool(name: string, args: JsonObject, options: CallOptions): Promise<Result<ToolResult>> {
    const params = { name, arguments: args, ...(options.meta ? { _meta: options.meta } : {}) };
    // Asked for always: progress keeps a call alive, also where nobody looks at it.
    const heard = { onProgress: () => undefined, ...options };
    const raw = await callTool(this.#asker, this.#tools.get(name), name, params, heard);
    return raw.ok ? ok(await this.#resultOf(name, raw.value)) : raw;
  }

  async listOffers(): Promise<Result<ServerOffers>> {
    const offers = await readOffers(
      (method, params) => this.#askNow(method, params),
      this.#client.getServerCapabilities() ?? {},
    );
    if (offers.ok) for (const problem of offers.value.problems) this.#say(problem);
    return offers;
  }

  async ask(method: OfferMethod, params: JsonObject, signal?: AbortSignal): Promise<Result<JsonObject>> {
    return this.#askNow(method, params, signal);
  }

  rootsChanged(): void {
    if (this.#options.asks?.roots === undefined) return;
    this.#client.sendRootsListChanged().catch((error: unknown) => {
      this.#say(remark("rootsUntold", { reason: String(error) }));
    });
  }

  async #askNow(method: string, params: JsonObject, signal?: AbortSignal): Promise<Result<JsonObject>> {
    return this.#asker.ask(method, method, params, {
      signal: signal ?? new AbortController().signal,
      timeoutMs: this.#options.connectTimeoutMs,
    });
  }

  async #resultOf(tool: string, raw: JsonObject): Promise<ToolResult> {
    const parsed = parseResult(raw);
    const bytes = this.#transport.bytesOf(raw);
    const odd = await this.#outputs.warningFor(tool, parsed, bytes);
    const warnings = odd === null ? parsed.warnings : [...parsed.warnings, odd];
    for (const warning of warnings) this.#say(warning);
    return { ...parsed, warnings: warnings.map(({ text }) => text), bytes };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#isClosed = true;
    await this.#transport.close();
  }

  onClosed(listener: (why: Failure | null) => void): void {
    this.#closedListeners.push(listener);
  }

  onListChanged(listener: (what: ChangedList) => void): void {
    this.#changedListeners.push(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): void {
    this.#updatedListeners.push(listener);
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
      this.#say(remark("endingFailed", { reason: String(error) }));
    });
  }

  #explained(trouble: Trouble): ReturnType<Explain> {
    return this.#transport.explain?.(trouble) ?? null;
  }

  #circumstances(): failures.Circumstances {
    const { ending, lastWords } = this.#transport;
    return { server: this.#options.serverName, ending, lastWords, noise: this.#options.noise() };
  }

  #say(what: Remark): void {
    this.#log("protocol", what);
  }

  #log(stream: ServerLogLine["stream"], what: Remark): void {
    for (const listener of this.#logListeners) listener({ at: this.#options.now(), stream, ...what });
  }
}
