import {
  fail,
  ok,
  type Failure,
  type JsonObject,
  type Remark,
  type Result,
  type ServerHistoryItem,
  type ServerInfo,
  type ServerState,
} from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import { notRunning } from "../connection/index.ts";
import type { Target } from "../target.ts";
import { diffTools, type KnownTool } from "../tools/index.ts";
import type { ListedTool, McpConnection, OfferMethod, ServerHello } from "../types.ts";
import { ProtocolLog } from "../protocolLog/index.ts";
import { boundHello } from "./boundHello.ts";
import { StateHistory } from "./history.ts";
import { Relister } from "./relister.ts";
import { Restarts } from "./restarts.ts";
import { ServerLog } from "./serverLog.ts";
import type { RunPorts, RunSubject } from "./runTypes.ts";
import type { StartCause } from "./startGate.ts";
import { Updates } from "./updates.ts";
import { Watched } from "./watched.ts";

const OFFERS_MS = 250;

/**
 * One server: its process, state, tools and log. `start` and `stop` may be called at any time in any order and
 * never reject; what was asked last holds. A server that crashes while in use is restarted with growing
 * pauses; one that fails to start is not.
 */
export class ServerRun {
  readonly subject: RunSubject;
  readonly log: ServerLog;
  /** Outlives connections, as the log does. */
  readonly protocol: ProtocolLog;
  readonly history = new StateHistory();
  readonly #ports: RunPorts;
  #state: ServerState = "stopped";
  #stateAt: number;
  #listed: readonly ListedTool[] = [];
  #tools: readonly KnownTool[] = [];
  #hello: ServerHello | null = null;
  #lastError: Failure | null = null;
  #offersRevision = 0;
  #isTellingOffers = false;
  readonly #restarts: Restarts;
  readonly #watched = new Watched();
  #connection: McpConnection | null = null;
  #relister: Relister | null = null;
  #isWanted = false;
  #starting: Promise<Result<null>> | null = null;
  /** Over when the present connection is. */
  #life = new AbortController();

  constructor(subject: RunSubject, ports: RunPorts) {
    this.subject = subject;
    this.#ports = ports;
    this.#stateAt = ports.clock.now();
    this.log = new ServerLog(ports.clock, ports.onLogged);
    this.#restarts = new Restarts({
      clock: ports.clock,
      delaysMs: ports.limits.restartDelaysMs,
      log: this.log,
      start: () => this.#start("byItself"),
      onGivenUp: () => {
        this.#isWanted = false;
      },
    });
    this.protocol = new ProtocolLog(() => ports.clock.now());
  }

  get state(): ServerState {
    return this.#state;
  }

  /** True while the server is up, coming up, or about to be restarted. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  get tools(): readonly KnownTool[] {
    return this.#tools;
  }

  tool(name: string): KnownTool | undefined {
    return this.#tools.find(({ info }) => info.name === name);
  }

  /**
   * A request about what it offers. What is watched by one is watched again after a crash, a log level asked for after every
   * start. Never rejects.
   */
  async ask(method: OfferMethod, params: JsonObject, signal?: AbortSignal): Promise<Result<JsonObject>> {
    if (method === "logging/setLevel") return this.#setLogLevel(params, signal);
    if (method === "resources/unsubscribe") this.#watched.asked(method, params);
    const answer = (await this.connection?.ask(method, params, signal)) ?? this.notReady();
    if (answer.ok) this.#watched.asked(method, params);
    return answer;
  }

  async #setLogLevel(params: JsonObject, signal?: AbortSignal): Promise<Result<JsonObject>> {
    const about = { server: this.subject.name, hello: this.#hello };
    const ask = async (given: JsonObject): Promise<Result<JsonObject>> =>
      this.connection?.ask("logging/setLevel", given, signal) ?? this.notReady();
    const answer = await this.#ports.logLevel.choose(about, params, ask);
    if (answer.ok) this.#ports.onChanged(this.info());
    return answer;
  }

  /** The connection while the server is ready. */
  get connection(): McpConnection | null {
    return this.#state === "ready" ? this.#connection : null;
  }

  info(): ServerInfo {
    const { serverId, name, transport, isBundled, isTrusted, sharesRoots, workspaceId } = this.subject;
    const pid = this.#connection?.pid ?? null;
    const signIn = this.#ports.signIn();
    const logLevel = this.#ports.logLevel.of(this.#hello);
    return {
      serverId,
      name,
      transport,
      isBundled,
      isTrusted,
      ...(sharesRoots ? { sharesRoots } : {}),
      ...(workspaceId === undefined ? {} : { workspaceId }),
      state: this.#state,
      stateAt: this.#stateAt,
      ...(pid === null ? {} : { pid }),
      ...(this.#state === "ready" ? { startedAt: this.#stateAt } : {}),
      ...(this.#hello === null
        ? {}
        : { protocolVersion: this.#hello.protocolVersion, serverVersion: this.#hello.serverVersion }),
      ...(this.#hello === null ? {} : { capabilities: this.#hello.capabilities }),
      ...(logLevel === null ? {} : { logLevel }),
      offersRevision: this.#offersRevision,
      ...(this.#hello?.instructions ? { instructions: this.#hello.instructions } : {}),
      tools: this.#tools.map((tool) => tool.info),
      ...(this.#lastError === null ? {} : { lastError: this.#lastError }),
      ...(signIn === undefined ? {} : { signIn }),
      restarts: this.#restarts.total,
    };
  }

  /** Starts the server unless it runs; resolves when it is ready or has failed. */
  async start(cause: StartCause): Promise<Result<null>> {
    if (this.#state === "stopping") await this.stop();
    this.#restarts.anew();
    return this.#start(cause);
  }

  async #start(cause: StartCause): Promise<Result<null>> {
    if (this.#state === "ready") return ok(null);
    this.#isWanted = true;
    this.#starting ??= this.#open(cause).finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  /**
   * Stops the server and its whole tree; resolves when nothing of it lives. Also ends a start or a planned
   * restart.
   */
  async stop(): Promise<void> {
    const wasUp = this.#isWanted;
    this.#isWanted = false;
    this.#watched.clear();
    this.#restarts.end();
    this.#life.abort();
    if (this.#state === "ready" || this.#state === "starting") this.#become("stopping", "asked");
    await this.#connection?.close();
    // A start under way sees that it is not wanted any more and clears up by itself.
    await this.#starting;
    await this.#connection?.close();
    this.#connection = null;
    if (this.#isWanted || this.#state === "stopped") return;
    this.#become("stopped", "ended");
    if (wasUp) this.#ports.onEvent("server.stopped", { serverId: this.subject.serverId });
  }

  async #open(cause: StartCause): Promise<Result<null>> {
    this.#life.abort();
    this.#life = new AbortController();
    this.#lastError = null;
    this.log.resetNoise();
    this.#become("starting", this.#restarts.isPlanned ? "restart" : "asked");
    this.protocol.connectionEnded();
    const target = await this.#ports.prepare();
    if (!target.ok) return this.#failed(target.error);
    if (!this.#isWanted) return this.#unwanted();
    if (target.value.kind !== "stdio") return this.#connect(target.value);
    const leave = await this.#ports.turn(cause, this.#life.signal);
    try {
      return this.#isWanted ? await this.#connect(target.value) : this.#unwanted();
    } finally {
      leave();
    }
  }

  async #connect(target: Target): Promise<Result<null>> {
    const connection = this.#ports.connect(target, this.log, this.protocol);
    this.#connection = connection;
    this.#listen(connection);
    const hello = await connection.connect();
    if (!hello.ok) return this.#failed(hello.error);
    const listed = await connection.listTools();
    if (!listed.ok || !this.#isWanted) {
      await connection.close();
      return listed.ok ? this.#unwanted() : this.#failed(listed.error);
    }
    this.#ready(hello.value, listed.value);
    return ok(null);
  }

  #ready(hello: ServerHello, tools: readonly ListedTool[]): void {
    const bound = boundHello(hello);
    for (const note of bound.notes) this.log.say(note);
    this.#hello = bound.hello;
    this.#listed = tools;
    this.#tools = this.#ports.describe(tools);
    this.#become("ready", "ready");
    this.#watchAgain();
    this.#logAgain(bound.hello);
    const pid = this.#connection?.pid ?? null;
    const { protocolVersion } = hello;
    this.#ports.onEvent("server.started", {
      serverId: this.subject.serverId,
      pid,
      tools: tools.length,
      protocolVersion,
    });
  }

  #watchAgain(): void {
    const told = {
      onUpdated: this.#ports.onResourceUpdated,
      warn: (what: Remark): void => this.log.say(what),
    };
    const watching = this.#connection === null ? null : this.#watched.again(this.#connection, told);
    watching?.catch((error: unknown) => console.error("watching resources again failed:", error));
  }

  #logAgain(hello: ServerHello): void {
    if (this.#connection === null) return;
    this.#ports.logLevel
      .again(hello, this.#connection, (what) => this.log.say(what))
      .then((isOver) => {
        if (isOver) this.#ports.onChanged(this.info());
      })
      .catch((error: unknown) => console.error("asking for the log level again failed:", error));
  }

  #listen(connection: McpConnection): void {
    const { clock } = this.#ports;
    const warn = (what: Remark): void => {
      this.log.say(what);
    };
    connection.onLog((line) => {
      this.log.take(line);
    });
    const relister = new Relister({
      clock,
      warn,
      signal: this.#life.signal,
      relist: () => this.#relist(connection),
    });
    this.#relister = relister;
    connection.onListChanged((what) => {
      if (what === "tools") relister.changed();
      else this.#offersChanged();
    });
    const updates = new Updates({
      clock,
      isWatched: (uri) => this.#watched.has(uri),
      tell: this.#ports.onResourceUpdated,
    });
    connection.onResourceUpdated((uri) => updates.changed(uri));
    connection.onClosed((why) => {
      if (why !== null && this.#connection === connection && this.#state === "ready") this.#crashed(why);
    });
  }

  /** Resolves when the tools it announced until now are known; see {@link Relister.settled}. Never rejects. */
  async listed(): Promise<void> {
    await this.#relister?.settled();
  }

  async #relist(connection: McpConnection): Promise<void> {
    // Announced while starting: the first listing may be older than the announcement.
    await this.#starting;
    const listed = await connection.listTools();
    if (this.#connection !== connection || this.#state !== "ready") return;
    if (!listed.ok) {
      this.log.say(remark("relistUnread", { cause: listed.error }));
      return;
    }
    const after = this.#ports.describe(listed.value);
    const diff = diffTools(this.#tools, after);
    this.#listed = listed.value;
    this.#tools = after;
    if (diff.added.length + diff.removed.length + diff.changed.length === 0) return;
    this.#ports.onEvent("server.toolsChanged", { serverId: this.subject.serverId, ...diff });
    this.#ports.onChanged(this.info());
  }

  /** A person has decided about a tool: the same definitions are seen anew. */
  describeAgain(): void {
    this.#tools = this.#ports.describe(this.#listed);
    this.#ports.onChanged(this.info());
  }

  /** A burst of announcements is told once. */
  #offersChanged(): void {
    this.#offersRevision++;
    if (this.#isTellingOffers) return;
    this.#isTellingOffers = true;
    this.#ports.clock.wait(OFFERS_MS, this.#life.signal).then(
      () => {
        this.#isTellingOffers = false;
        if (this.#state === "ready") this.#ports.onChanged(this.info());
      },
      () => undefined,
    );
  }

  #failed(error: Failure): Result<null> {
    if (!this.#isWanted) return this.#unwanted();
    this.#connection = null;
    this.#isWanted = this.#restarts.isPlanned;
    this.#lastError = error;
    this.#become("failed", "startFailed");
    this.#ports.onEvent("server.failed", { serverId: this.subject.serverId, error });
    return { ok: false, error };
  }

  #unwanted(): Result<null> {
    return fail("denied", `The server "${this.subject.name}" was stopped while it was starting.`, {
      key: "serverStoppedWhileStarting",
      params: { server: this.subject.name },
    });
  }

  #crashed(error: Failure): void {
    const readyForMs = this.#ports.clock.now() - this.#stateAt;
    this.#life.abort();
    this.#connection = null;
    this.#lastError = error;
    this.#become("failed", "crashed");
    this.#ports.onEvent("server.failed", { serverId: this.subject.serverId, error });
    this.#restarts.begin(readyForMs);
  }

  #become(state: ServerState, cause: ServerHistoryItem["cause"]): void {
    this.#state = state;
    this.#stateAt = this.#ports.clock.now();
    this.history.add(state, this.#stateAt, cause, state === "failed" ? this.#lastError : null);
    this.#ports.onChanged(this.info());
  }

  /** What a call to a server that is not ready is answered. */
  notReady(): Result<never> {
    return notRunning(this.subject.name);
  }
}
