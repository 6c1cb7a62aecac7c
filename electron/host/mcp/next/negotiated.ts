import type {
  Failure,
  JsonObject,
  Result,
  ServerLogLine,
  ServerOffers,
} from "../../../../shared/contract/index.ts";
import {
  capabilitiesFor,
  connectionFailures as failures,
  SdkConnection,
  type ConnectionOptions,
} from "../connection/index.ts";
import type {
  CallOptions,
  ChangedList,
  ListedTool,
  McpConnection,
  OfferMethod,
  ServerHello,
  ToolResult,
} from "../types.ts";
import { discoveryIn, otherVersionsIn, questionOf, wantsAgain } from "./discover.ts";
import type { Way } from "./way.ts";

/** Longest that a server is waited for to say which revisions it speaks; then it is taken for an older one. */
const PATIENCE_MS = 5000;

/** What is remembered of a server between its starts. */
export interface EraMemory {
  /** It said nothing to the question, or ended at it, and then spoke the older protocol: it is not asked again. */
  isOlder: boolean;
}

/**
 * Finds out which protocol a server speaks, and is a connection of that kind from then on: the next one's where it says
 * so, the one with sessions for every other answer, silence, and end. The next one's client is loaded only then.
 */
export class NegotiatedConnection implements McpConnection {
  readonly #way: Way;
  readonly #options: ConnectionOptions;
  readonly #memory: EraMemory;
  readonly #listening: ((inner: McpConnection) => void)[] = [];
  #inner: McpConnection | null = null;
  #isClosing = false;

  constructor(way: Way, options: ConnectionOptions, memory: EraMemory) {
    this.#way = way;
    this.#options = options;
    this.#memory = memory;
  }

  get pid(): number | null {
    return this.#inner?.pid ?? this.#way.pid;
  }

  async connect(): Promise<Result<ServerHello>> {
    if (this.#memory.isOlder) return this.#old();
    const { hostVersion, asks, connectTimeoutMs } = this.#options;
    const clientInfo = { name: "loopwright", title: "Loopwright", version: hostVersion };
    const question = questionOf(clientInfo, capabilitiesFor(asks));
    const patienceMs = Math.min(PATIENCE_MS, connectTimeoutMs / 2);
    let reply = await this.#way.ask(question, patienceMs);
    if (reply.kind === "answer" && wantsAgain(reply.message))
      reply = await this.#way.ask(question, patienceMs);
    if (this.#isClosing) return failures.notRunning(this.#options.serverName);
    const discovery = reply.kind === "answer" ? discoveryIn(reply.message) : null;
    if (discovery !== null) return this.#next(discovery);
    if (reply.kind === "failed") {
      const own = this.#way.explain?.({ kind: "failed", error: reply.error, tool: null });
      if (own !== undefined && own !== null) return own;
    }
    const hello = await this.#old();
    if (hello.ok) this.#memory.isOlder = reply.kind === "silent" || reply.kind === "ended";
    // It was slow to start, and speaks the next protocol alone.
    const late = hello.ok || this.#isClosing ? null : discoveryIn(this.#way.late);
    if (late !== null) return this.#next(late);
    const others = hello.ok || reply.kind !== "answer" ? null : otherVersionsIn(reply.message);
    return others === null ? hello : failures.otherVersions(this.#options.serverName, others);
  }

  #old(): Promise<Result<ServerHello>> {
    return this.#become(new SdkConnection(this.#way.old(), this.#options));
  }

  async #next(discovery: JsonObject): Promise<Result<ServerHello>> {
    const [{ NextConnection }, link] = await Promise.all([import("./nextConnection.ts"), this.#way.next()]);
    if (this.#isClosing) {
      await link.close();
      return failures.notRunning(this.#options.serverName);
    }
    return this.#become(new NextConnection(link, discovery, this.#way.hasHeaders, this.#options));
  }

  #become(inner: McpConnection): Promise<Result<ServerHello>> {
    this.#inner = inner;
    for (const listen of this.#listening) listen(inner);
    return inner.connect();
  }

  #attach(listen: (inner: McpConnection) => void): void {
    this.#listening.push(listen);
    if (this.#inner !== null) listen(this.#inner);
  }

  #with<T>(use: (inner: McpConnection) => Promise<Result<T>>): Promise<Result<T>> {
    return this.#inner === null
      ? Promise.resolve(failures.notRunning(this.#options.serverName))
      : use(this.#inner);
  }

  async listTools(): Promise<Result<readonly ListedTool[]>> {
    return this.#with((inner) => inner.listTools());
  }

  async callTool(name: string, args: JsonObject, options: CallOptions): Promise<Result<ToolResult>> {
    return this.#with((inner) => inner.callTool(name, args, options));
  }

  async listOffers(): Promise<Result<ServerOffers>> {
    return this.#with((inner) => inner.listOffers());
  }

  async ask(method: OfferMethod, params: JsonObject, signal?: AbortSignal): Promise<Result<JsonObject>> {
    return this.#with((inner) => inner.ask(method, params, signal));
  }

  rootsChanged(): void {
    this.#inner?.rootsChanged();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#inner?.close();
    await this.#way.close();
  }

  onClosed(listener: (why: Failure | null) => void): void {
    this.#attach((inner) => {
      inner.onClosed(listener);
    });
  }

  onListChanged(listener: (what: ChangedList) => void): void {
    this.#attach((inner) => {
      inner.onListChanged(listener);
    });
  }

  onResourceUpdated(listener: (uri: string) => void): void {
    this.#attach((inner) => {
      inner.onResourceUpdated(listener);
    });
  }

  onLog(listener: (line: ServerLogLine) => void): void {
    this.#attach((inner) => {
      inner.onLog(listener);
    });
  }
}
