import type { Failure, HostState, HostToMain, MainToHost, Result } from "../../../shared/contract/index.ts";
import { hostGone, hostKeepsDying, hostRestarted } from "./failures.ts";
import { startHostProcess } from "./hostProcess.ts";
import type { HostProcess } from "./hostProcess.ts";
import type { HostLaunch } from "./launch.ts";
import { PendingRequests } from "./pendingRequests.ts";
import { ProcessTrees } from "./processTrees.ts";
import { RestartPolicy } from "./restartPolicy.ts";
import { readHostMessage } from "./wire.ts";

/** Where keys are kept. Never rejects. */
export interface SecretPort {
  /** `null` forgets the secret. Answers where it went. */
  put(name: string, value: string | null): Promise<"keyStore" | "memory">;
  get(name: string): Promise<{ where: "keyStore" | "memory"; value: string | null }>;
}

export interface SupervisorOptions {
  readonly launch: () => Result<HostLaunch>;
  readonly secrets: SecretPort;
  /** One event of the host as JSON text, in the order sent. */
  readonly onEvent: (text: string) => void;
  readonly onState: (state: HostState) => void;
  /** What the host writes to stdout and stderr, and our own remarks about it. */
  readonly log: (text: string) => void;
  /** Named in messages to the person. */
  readonly logFile: string;
  /** Time a host gets to end by itself, in milliseconds. */
  readonly stopTimeoutMs?: number;
}

const defaultStopTimeoutMs = 3000;

/**
 * Owns the host's life (ARCH-01): starts it, passes requests and events, keeps its secrets, and when it dies ends the
 * server processes it left, answers what was under way, and starts it again within a second, until that is hopeless.
 */
export class HostSupervisor {
  readonly #options: SupervisorOptions;
  readonly #pending = new PendingRequests();
  readonly #trees = new ProcessTrees();
  readonly #policy = new RestartPolicy();
  #state: HostState = { state: "starting", at: Date.now(), restarts: 0 };
  #host: HostProcess | null = null;
  #fatal: Failure | null = null;
  /** Private messages are parsed by a schema that is loaded late; this keeps them in order. */
  #private: Promise<void> = Promise.resolve();
  #restartTimer: NodeJS.Timeout | null = null;
  #isStopping = false;
  #ended: Promise<void> = Promise.resolve();
  #markEnded: () => void = () => undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get state(): HostState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#host?.pid;
  }

  /** Starts the host. What hinders it becomes the state `failed`. */
  start(): void {
    if (this.#host !== null || this.#isStopping) return;
    const launch = this.#options.launch();
    if (!launch.ok) return this.#fail(launch.error);
    this.#fatal = null;
    this.#ended = new Promise((resolve) => (this.#markEnded = resolve));
    this.#host = startHostProcess(launch.value, {
      message: (message) => this.#received(message),
      output: this.#options.log,
      ended: (how) => {
        this.#died(how).catch((error: unknown) =>
          this.#options.log(`[main] after the host's end: ${String(error)}\n`),
        );
      },
    });
    this.#options.log(`[main] host ${this.#host.pid ?? "?"} started\n`);
  }

  /**
   * Passes a request on. `params` is JSON text that was parsed before. Never rejects; answers a contract Result as JSON
   * text, `unreachable` where the host went away. While it starts, requests wait for it.
   */
  request(method: string, params: string): Promise<string> {
    const isGone = this.#isStopping || this.#state.state === "failed";
    if (isGone)
      return Promise.resolve(JSON.stringify({ ok: false, error: this.#state.error ?? hostGone(method) }));
    const host = this.#state.state === "ready" ? this.#host : null;
    return this.#pending.ask(method, params, host === null ? null : (text) => host.send(text));
  }

  /** A person wants the host fresh: ends the one that runs, and starts another whatever happened before. */
  async restart(): Promise<void> {
    this.#policy.forgive();
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    await this.#endHost();
    this.#setState("restarting", this.#state.restarts + 1);
    this.start();
  }

  /** Ends the host and every process tree it left, within the time limit and a moment. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    this.#pending.failQueued(hostGone);
    await this.#endHost();
  }

  async #endHost(): Promise<void> {
    const host = this.#host;
    if (host === null) return;
    this.#host = null; // its end is wanted: nothing is restarted for it
    const timer = setTimeout(() => host.kill(), this.#options.stopTimeoutMs ?? defaultStopTimeoutMs);
    this.#send({ kind: "shutdown" }, host);
    await this.#ended;
    clearTimeout(timer);
  }

  #received(message: unknown): void {
    const read = readHostMessage(message);
    switch (read.kind) {
      case "answer":
        return this.#pending.answered(read.id, read.result);
      case "event":
        return this.#options.onEvent(read.text);
      case "private":
        this.#private = this.#private.then(() => this.#act(read.value));
        return;
      case "unreadable":
        return this.#options.log(`[main] the host sent ${read.why}\n`);
    }
  }

  async #act(value: unknown): Promise<void> {
    try {
      const { hostToMain } = await import("../../../shared/contract/parent.ts");
      const parsed = hostToMain.safeParse(value);
      if (parsed.success) await this.#obey(parsed.data);
      else
        this.#options.log(
          `[main] the host sent a private message of no known shape: ${parsed.error.message}\n`,
        );
    } catch (error) {
      this.#options.log(`[main] a private message of the host failed: ${String(error)}\n`);
    }
  }

  async #obey(message: HostToMain): Promise<void> {
    switch (message.kind) {
      case "ready":
        return this.#ready();
      case "processStarted":
        return this.#trees.started(message);
      case "processEnded":
        return this.#trees.ended(message.pid);
      case "secret.put": {
        const where = await this.#options.secrets.put(message.name, message.value);
        return this.#send({ kind: "secret.done", id: message.id, where, value: null });
      }
      case "secret.get": {
        const { where, value } = await this.#options.secrets.get(message.name);
        return this.#send({ kind: "secret.done", id: message.id, where, value });
      }
      case "fatal":
        this.#fatal = message.error;
        return this.#fail(message.error);
    }
  }

  #ready(): void {
    const host = this.#host;
    if (host === null || this.#fatal !== null) return;
    this.#setState("ready");
    this.#pending.sendQueued((text) => host.send(text));
  }

  #send(message: MainToHost, host = this.#host): void {
    host?.send(JSON.stringify({ host: message }));
  }

  /** After a host's end, wanted or not: leaves no process behind and no one waiting. */
  async #died(how: string): Promise<void> {
    const isUnexpected = this.#host !== null;
    this.#host = null;
    this.#options.log(`[main] the host ${how}\n`);
    if (isUnexpected && this.#fatal === null) this.#setState("restarting");
    this.#pending.failSent(hostRestarted);
    await this.#private;
    const left = await this.#trees.killAll();
    if (left.length > 0) this.#options.log(`[main] ended what it left behind: ${left.join(", ")}\n`);
    if (isUnexpected) this.#startAgain(how);
    this.#markEnded();
  }

  #startAgain(how: string): void {
    if (this.#isStopping || this.#fatal !== null) return;
    const delayMs = this.#policy.died(Date.now());
    if (delayMs === null) return this.#fail(hostKeepsDying(how, this.#options.logFile));
    this.#restartTimer = setTimeout(() => {
      this.#setState("restarting", this.#state.restarts + 1);
      this.start();
    }, delayMs);
  }

  #fail(error: Failure): void {
    this.#setState("failed", this.#state.restarts, error);
    this.#pending.failQueued(() => error);
  }

  #setState(state: HostState["state"], restarts = this.#state.restarts, error?: Failure): void {
    this.#state = { state, at: Date.now(), restarts, ...(error === undefined ? {} : { error }) };
    this.#options.onState(this.#state);
  }
}
