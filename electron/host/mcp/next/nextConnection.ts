import { Client, ProtocolError } from "@modelcontextprotocol/client";
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
import {
  Asker,
  capabilitiesFor,
  connectionFailures as failures,
  OpenAsks,
  unusedIn,
  type ConnectionOptions,
  type Explain,
  type Trouble,
} from "../connection/index.ts";
import { readOffers } from "../primitives/index.ts";
import { OutputChecks, parseResult } from "../result/index.ts";
import { isJsonObject } from "../schema/index.ts";
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
import { answerAsks } from "./answerAsks.ts";
import { NEXT_VERSION } from "./discover.ts";
import { FreshAnswers } from "./freshAnswers.ts";
import { HEADER_MISMATCH, nextLine } from "./nextLine.ts";
import { headerProblem, headersFor } from "./paramHeaders.ts";
import { Subscriptions } from "./subscriptions.ts";
import type { Link } from "./way.ts";
import { sizeIn, Wire } from "./wire.ts";

/** What a server that can log is asked for until a person chooses. */
const FIRST_LEVEL = "info";

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** `name version`, as the server says it of itself. */
const serverIn = (discovery: JsonObject): string => {
  const meta = discovery["_meta"];
  const info = isJsonObject(meta) ? meta["io.modelcontextprotocol/serverInfo"] : undefined;
  return isJsonObject(info) ? `${textIn(info["name"])} ${textIn(info["version"])}`.trim() : "";
};

/**
 * {@link McpConnection} over the client of the next protocol (2026-07-28), which knows no sessions: one link, never used
 * twice. What a server asks in return comes inside its answers, what it announces on a stream that is listened to.
 */
export class NextConnection implements McpConnection {
  readonly #client: Client;
  readonly #link: Link;
  readonly #discovery: JsonObject;
  readonly #capabilities: JsonObject;
  readonly #options: ConnectionOptions;
  readonly #hasHeaders: boolean;
  readonly #outputs: OutputChecks;
  readonly #fresh: FreshAnswers;
  readonly #asker: Asker;
  readonly #openAsks = new OpenAsks();
  readonly #subscriptions: Subscriptions;
  readonly #closedListeners: ((why: Failure | null) => void)[] = [];
  readonly #changedListeners: ((what: ChangedList) => void)[] = [];
  readonly #updatedListeners: ((uri: string) => void)[] = [];
  readonly #logListeners: ((line: ServerLogLine) => void)[] = [];
  #tools: ReadonlyMap<string, JsonObject> = new Map();
  /** What is asked of a server that can log: this protocol's servers say nothing unasked. */
  #logLevel: string | null;
  #unused = 0;
  #isClosing = false;
  #isClosed = false;

  /**
   * @param discovery what the server answered to `server/discover`
   * @param hasHeaders whether arguments may have to be sent as headers
   */
  constructor(link: Link, discovery: JsonObject, hasHeaders: boolean, options: ConnectionOptions) {
    this.#link = link;
    this.#discovery = discovery;
    this.#options = options;
    this.#outputs = new OutputChecks(options.serverName);
    this.#hasHeaders = hasHeaders;
    this.#capabilities = isJsonObject(discovery["capabilities"]) ? discovery["capabilities"] : {};
    this.#logLevel = this.#capabilities["logging"] === undefined ? null : FIRST_LEVEL;
    this.#fresh = new FreshAnswers(options.now);
    this.#client = new Client(clientInfoOf(options), {
      capabilities: capabilitiesFor(options.asks) as never,
    });
    this.#asker = this.#newAsker();
    if (options.asks !== undefined) answerAsks(this.#client, this.#openAsks.counting(options.asks));
    this.#subscriptions = new Subscriptions(this.#capabilities, {
      listen: (wanted) => this.#client.listen(wanted, { timeout: options.connectTimeoutMs }),
      onMissed: () => {
        this.#changed("tools");
        this.#changed("offers");
      },
      warn: (what) => {
        this.#say(what);
      },
      isRefusal: (error) => error instanceof ProtocolError,
    });
    this.#hear();
  }

  #newAsker(): Asker {
    const line = nextLine(this.#client, {
      fresh: this.#fresh,
      headersOf: (params) => this.#headersOf(params),
      logLevel: () => this.#logLevel,
    });
    return new Asker(line, {
      serverName: this.#options.serverName,
      isClosed: () => this.#isClosed,
      isTooLarge: (data) => this.#link.isTooLarge(data),
      circumstances: () => this.#circumstances(),
      explain: (trouble) => this.#explained(trouble),
      isHeldUp: () => this.#openAsks.isAny,
    });
  }

  #hear(): void {
    const client = this.#client;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      this.#changed("tools");
    });
    client.setNotificationHandler("notifications/resources/list_changed", () => {
      this.#changed("offers");
    });
    client.setNotificationHandler("notifications/prompts/list_changed", () => {
      this.#changed("offers");
    });
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      this.#fresh.forget("resources/read");
      for (const listener of this.#updatedListeners) listener(params.uri);
    });
    client.setNotificationHandler("notifications/message", ({ params }) => {
      const text = typeof params.data === "string" ? params.data : JSON.stringify(params.data);
      const from = params.logger === undefined ? "" : `${params.logger}: `;
      this.#log("log", { text: `[${params.level}] ${from}${text}` });
    });
    client.onerror = (error) => {
      const unused = this.#isClosing ? null : unusedIn(error, this.#unused);
      if (unused === null) return;
      this.#unused++;
      this.#say(unused);
    };
    client.onclose = () => {
      this.#isClosed = true;
      this.#subscriptions.end();
      this.#tellClosed().catch((error: unknown) => {
        this.#say(remark("endingFailed", { reason: String(error) }));
      });
    };
  }

  #changed(what: ChangedList): void {
    this.#fresh.forget(what === "tools" ? "tools/" : "resources/");
    if (what === "offers") this.#fresh.forget("prompts/");
    for (const listener of this.#changedListeners) listener(what);
  }

  get pid(): number | null {
    return this.#link.pid;
  }

  async connect(): Promise<Result<ServerHello>> {
    try {
      await this.#client.connect(new Wire(this.#link), {
        prior: { kind: "modern", discover: this.#discovery as never },
      });
    } catch (error) {
      await this.close();
      const message = error instanceof Error ? error.message : String(error);
      return failures.notMcp(this.#circumstances(), message);
    }
    if (this.#isClosed) return failures.diedAtStart(this.#circumstances());
    // Not waited for: a server that is slow to say yes is usable meanwhile.
    this.#subscriptions.start().catch(() => undefined);
    return ok({
      protocolVersion: NEXT_VERSION,
      serverVersion: serverIn(this.#discovery),
      instructions: textIn(this.#discovery["instructions"]) || null,
      capabilities: this.#capabilities,
      ...(this.#logLevel === null ? {} : { logLevel: FIRST_LEVEL }),
    });
  }

  async listTools(): Promise<Result<readonly ListedTool[]>> {
    if (this.#capabilities["tools"] === undefined) return ok([]);
    let refused: Result<JsonObject> | null = null;
    const page = async (cursor: string | undefined): Promise<unknown> => {
      refused = await this.#askNow("tools/list", cursor === undefined ? {} : { cursor });
      if (!refused.ok) throw new Error(refused.error.message);
      return refused.value;
    };
    try {
      const { tools, warnings } = await listAllTools(page);
      for (const warning of warnings) this.#say(warning);
      const checked = this.#hasHeaders
        ? tools.map((tool) => ({ ...tool, problem: tool.problem ?? headerProblem(tool.raw) }))
        : tools;
      this.#outputs.setTools(checked);
      this.#tools = new Map(checked.map(({ name, raw }) => [name, raw]));
      return ok(checked);
    } catch (error) {
      const failed = refused as Result<JsonObject> | null;
      return failed?.ok === false ? failed : failures.callBroken("tools/list", error);
    }
  }

  async callTool(name: string, args: JsonObject, options: CallOptions): Promise<Result<ToolResult>> {
    const params = { name, arguments: args, ...(options.meta ? { _meta: options.meta } : {}) };
    // Asked for always: progress keeps a call alive, also where nobody looks at it.
    const heard = { onProgress: () => undefined, ...options };
    let raw = await this.#asker.ask(name, "tools/call", params, heard);
    if (!raw.ok && raw.error.params?.["code"] === HEADER_MISMATCH) {
      // The tool has changed without a word: with its present definition the headers fit. Nothing has run yet.
      this.#fresh.forget("tools/");
      const listed = await this.listTools();
      if (listed.ok) raw = await this.#asker.ask(name, "tools/call", params, heard);
      this.#changed("tools");
    }
    return raw.ok ? ok(await this.#resultOf(name, raw.value)) : raw;
  }

  async listOffers(): Promise<Result<ServerOffers>> {
    const offers = await readOffers((method, params) => this.#askNow(method, params), this.#capabilities);
    if (offers.ok) for (const problem of offers.value.problems) this.#say(problem);
    return offers;
  }

  async ask(method: OfferMethod, params: JsonObject, signal?: AbortSignal): Promise<Result<JsonObject>> {
    switch (method) {
      // These four are gone from the protocol; what they were for goes another way.
      case "ping":
        return this.#askNow("server/discover", {}, signal);
      case "logging/setLevel":
        this.#logLevel = textIn(params["level"]) || null;
        return ok({});
      case "resources/subscribe":
        return this.#subscribe(() => this.#subscriptions.add(textIn(params["uri"])));
      case "resources/unsubscribe":
        return this.#subscribe(() => this.#subscriptions.remove(textIn(params["uri"])));
      default:
        return this.#askNow(method, params, signal);
    }
  }

  async #subscribe(change: () => Promise<void>): Promise<Result<JsonObject>> {
    try {
      await change();
      return ok({});
    } catch (error) {
      const own = this.#explained({ kind: "failed", error, tool: "subscriptions/listen" });
      if (own !== null) return own;
      return error instanceof ProtocolError
        ? failures.callRefused("subscriptions/listen", error.message, error.code)
        : failures.callBroken("subscriptions/listen", error);
    }
  }

  /** The protocol has no such announcement any more: a server asks for the folders when it needs them. */
  rootsChanged(): void {
    // Nothing to tell.
  }

  async #askNow(method: string, params: JsonObject, signal?: AbortSignal): Promise<Result<JsonObject>> {
    return this.#asker.ask(method, method, params, {
      signal: signal ?? new AbortController().signal,
      timeoutMs: this.#options.connectTimeoutMs,
    });
  }

  #headersOf(params: JsonObject): Record<string, string> {
    const tool = this.#tools.get(textIn(params["name"]));
    const args = params["arguments"];
    return this.#hasHeaders && tool !== undefined && isJsonObject(args) ? headersFor(tool, args) : {};
  }

  async #resultOf(tool: string, raw: JsonObject): Promise<ToolResult> {
    const parsed = parseResult(raw, true);
    const bytes = sizeIn(raw) ?? Buffer.byteLength(JSON.stringify(raw));
    const odd = await this.#outputs.warningFor(tool, parsed, bytes);
    const warnings = odd === null ? parsed.warnings : [...parsed.warnings, odd];
    for (const warning of warnings) this.#say(warning);
    return { ...parsed, warnings: warnings.map(({ text }) => text), bytes };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#isClosed = true;
    this.#subscriptions.end();
    await this.#link.close();
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
    await this.#link.close();
    const ended = this.#explained({ kind: "ended", tool: null });
    const why = wasAsked ? null : failures.failureOf(ended ?? failures.diedInUse(this.#circumstances()));
    for (const listener of this.#closedListeners) listener(why);
  }

  #explained(trouble: Trouble): ReturnType<Explain> {
    return this.#link.explain?.(trouble) ?? null;
  }

  #circumstances(): failures.Circumstances {
    const { ending, lastWords } = this.#link;
    return { server: this.#options.serverName, ending, lastWords, noise: this.#options.noise() };
  }

  #say(what: Remark): void {
    this.#log("protocol", what);
  }

  #log(stream: ServerLogLine["stream"], what: Remark): void {
    for (const listener of this.#logListeners) listener({ at: this.#options.now(), stream, ...what });
  }
}

const clientInfoOf = ({ hostVersion }: ConnectionOptions) => ({
  name: "loopwright",
  title: "Loopwright",
  version: hostVersion,
});
