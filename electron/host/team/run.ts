import {
  ok,
  type Failure,
  type Result,
  type ServerLogLine,
  type ServerState,
  type TeamInfo,
} from "../../../shared/contract/index.ts";
import { prepareLaunch } from "../mcp/launch/index.ts";
import { tagOf } from "../mcp/process/index.ts";
import { Restarts, ServerLog } from "../mcp/server/index.ts";
import type { StoredTeam } from "./definitions.ts";
import { brokenPolicy, crashed, startFailed, startSilent, stoppedEarly } from "./failures.ts";
import { foldersOf } from "./policyFile.ts";
import { defaultLimits, type TeamLimits, type TeamPorts } from "./ports.ts";
import { TeamProcess } from "./process.ts";
import { TeamWatch } from "./watch.ts";

/** Who hears of a run. */
interface RunListeners {
  readonly onChanged: (info: TeamInfo) => void;
  readonly onLogged: (lines: ServerLogLine[]) => void;
}

/** Beyond what the policy gives running calls, to send answers out. */
const SEND_OUT_MS = 3000;
/** With the app at its end nobody waits for a drain. */
const QUIT_MS = 1000;

/**
 * One team server: its process, state, what is seen of it. `start` and `stop` may be called at any time; what was asked
 * last holds. One that crashes while it serves is started again with growing pauses; one that fails to start is not.
 */
export class TeamRun {
  readonly log: ServerLog;
  readonly watch: TeamWatch;
  readonly #ports: TeamPorts;
  readonly #limits: TeamLimits;
  readonly #listeners: RunListeners;
  #stored: StoredTeam;
  #state: ServerState = "stopped";
  #stateAt: number;
  #process: TeamProcess | null = null;
  #url: string | null = null;
  /** A server that is started again after a crash takes the port that its clients know. */
  #port: number | null = null;
  #lastError: Failure | null = null;
  readonly #restarts: Restarts;
  #starts = 0;
  #isWanted = false;
  #starting: Promise<Result<null>> | null = null;
  #told = "";

  constructor(stored: StoredTeam, ports: TeamPorts, listeners: RunListeners) {
    this.#stored = stored;
    this.#ports = ports;
    this.#limits = { ...defaultLimits, ...ports.limits };
    this.#listeners = listeners;
    this.#stateAt = ports.clock.now();
    this.log = new ServerLog(ports.clock, listeners.onLogged);
    this.#restarts = new Restarts({
      clock: ports.clock,
      delaysMs: this.#limits.restartDelaysMs,
      log: this.log,
      start: () => this.#start(),
      onGivenUp: () => {
        this.#isWanted = false;
      },
    });
    this.watch = new TeamWatch(foldersOf(ports.dataDir, stored.teamId));
  }

  /** What changed by hand: counts for the process from its next start. */
  set stored(stored: StoredTeam) {
    if (stored.definition.port !== this.#stored.definition.port) this.#port = null;
    this.#stored = stored;
    this.#tell();
  }

  #command(): string[] {
    const { definition, teamId } = this.#stored;
    const { policyFile, state } = foldersOf(this.#ports.dataDir, teamId);
    const { nodePath, server } = this.#ports.program;
    return [
      ...[nodePath, server, "--http", "--policy", policyFile, "--state", state],
      ...["--host", definition.host, "--port", String(this.#port ?? definition.port)],
      ...["--instance", definition.name, "--sandbox", this.#ports.sandbox()],
    ];
  }

  info(): TeamInfo {
    const { teamId, definition, policyHash } = this.#stored;
    const { hash, problems, projects, calls, health } = this.watch.seen;
    return {
      teamId,
      definition,
      state: this.#state,
      stateAt: this.#stateAt,
      ...(this.#process === null ? {} : { pid: this.#process.pid }),
      ...(this.#url === null ? {} : { url: this.#url }),
      ...(this.#lastError === null ? {} : { lastError: this.#lastError }),
      restarts: this.#restarts.total,
      command: this.#command(),
      policy: {
        path: foldersOf(this.#ports.dataDir, teamId).policyFile,
        hash,
        isChangedOutside: hash !== null && hash !== policyHash,
        problems: [...problems],
        projects: [...projects],
      },
      ...(health === undefined ? {} : { health }),
      calls: [...calls],
    };
  }

  /** Looks at policy, audit and health, and tells when something is new. Never rejects. */
  async look(): Promise<void> {
    const before = this.watch.seen.hash;
    const running = this.#url === null ? null : { url: this.#url, since: this.#stateAt };
    await this.watch.look(running, this.#ports.clock.now());
    const { hash } = this.watch.seen;
    const { teamId, definition, policyHash } = this.#stored;
    if (before !== null && hash !== before && hash !== policyHash)
      this.#ports.onEvent("config.changed", {
        name: "team.policy",
        value: { teamId, team: definition.name, beforeHash: before, afterHash: hash, by: "outside" },
      });
    this.#tell();
  }

  /** Starts it unless it runs; resolves when it listens or has failed. */
  async start(): Promise<Result<null>> {
    if (this.#state === "stopping") await this.stop();
    this.#restarts.anew();
    if (!this.#isWanted) this.#port = null;
    return this.#start();
  }

  async #start(): Promise<Result<null>> {
    if (this.#state === "ready") return ok(null);
    this.#isWanted = true;
    this.#starting ??= this.#open().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  /**
   * Stops it and its whole tree; resolves when nothing of it lives.
   * @param isQuick the app ends: running calls get a moment instead of the policy's time
   */
  async stop(isQuick = false): Promise<void> {
    const wasUp = this.#isWanted;
    this.#isWanted = false;
    this.#restarts.end();
    if (this.#process !== null) {
      this.#become("stopping");
      await this.#process.stop(isQuick ? QUIT_MS : this.watch.seen.drainMs + SEND_OUT_MS);
    }
    await this.#starting;
    this.#process = null;
    this.#url = null;
    if (this.#isWanted || this.#state === "stopped") return;
    this.#become("stopped");
    if (wasUp) this.#ports.onEvent("server.stopped", { serverId: this.#stored.teamId });
    await this.look();
  }

  async #open(): Promise<Result<null>> {
    const { name, host, port } = this.#stored.definition;
    this.#lastError = null;
    this.#become("starting");
    await this.watch.look(null, this.#ports.clock.now());
    const { problems } = this.watch.seen;
    if (problems.length > 0) return this.#failed(brokenPolicy(problems));
    const [command = "", ...args] = this.#command();
    const marker = `${tagOf(this.#ports.dataDir)}${this.#stored.teamId}:${++this.#starts}`;
    const request = { command, args, env: this.#ports.env, cwd: null, marker };
    const { nodePath } = this.#ports.program;
    const launch = await prepareLaunch(request, await this.#ports.pathEnv(), { nodePath });
    if (!launch.ok) return this.#failed(launch);
    if (!this.#isWanted) return stoppedEarly(name);
    const up = Promise.withResolvers<string>();
    const child = this.#spawn(launch.value, name, up.resolve);
    const late = new AbortController();
    const first = await Promise.race([
      up.promise,
      child.ended,
      this.#ports.clock.wait(this.#limits.startMs, late.signal).then(() => null),
    ]);
    late.abort();
    if (first === null) {
      await child.stop(0);
      return this.#failed(startSilent(name, this.#limits.startMs / 1000));
    }
    if (typeof first !== "string") {
      const address = `${host}:${this.#port ?? port}`;
      return this.#failed(startFailed({ name, address, ended: first, lastWords: child.lastWords }));
    }
    if (!this.#isWanted) return stoppedEarly(name);
    this.#listens(child, first);
    return ok(null);
  }

  #spawn(
    launch: ConstructorParameters<typeof TeamProcess>[0],
    name: string,
    up: (url: string) => void,
  ): TeamProcess {
    const { book, children } = this.#ports;
    const child = new TeamProcess(launch, {
      onSpawned: (pid, startTicks) => {
        book.started({ pid, startTicks, name, marker: launch.marker });
        children.started({ pid, startTicks, name });
      },
      onLine: (line) => {
        this.log.add("stderr", line);
      },
      onListening: up,
      onGone: (pid) => {
        book.ended(pid);
        children.ended(pid);
      },
    });
    this.#process = child;
    return child;
  }

  #listens(child: TeamProcess, url: string): void {
    this.#url = url;
    this.#port = Number(new URL(url).port);
    this.#become("ready");
    const { teamId, definition } = this.#stored;
    this.#ports.onEvent("server.teamStarted", {
      serverId: teamId,
      name: definition.name,
      pid: child.pid,
      url,
      policyHash: this.watch.seen.hash ?? "",
    });
    child.ended
      .then((ended) => {
        if (this.#process !== child || this.#state !== "ready") return;
        this.#crashed(crashed(definition.name, ended, child.lastWords));
      })
      .catch((error: unknown) => {
        console.error("A team server's end was not taken in:", error);
      });
  }

  #failed(result: Result<never>): Result<null> {
    if (result.ok || !this.#isWanted) {
      this.#process = null;
      this.#url = null;
      return stoppedEarly(this.#stored.definition.name);
    }
    this.#isWanted = this.#restarts.isPlanned;
    this.#fell(result.error);
    return result;
  }

  #crashed(why: Result<never>): void {
    const readyForMs = this.#ports.clock.now() - this.#stateAt;
    if (!why.ok) this.#fell(why.error);
    this.#restarts.begin(readyForMs);
  }

  #fell(error: Failure): void {
    this.#process = null;
    this.#url = null;
    this.#lastError = error;
    this.#become("failed");
    this.#ports.onEvent("server.failed", { serverId: this.#stored.teamId, error });
  }

  #become(state: ServerState): void {
    this.#state = state;
    this.#stateAt = this.#ports.clock.now();
    this.#tell();
  }

  /** Of health only what a person sees counts as new, not that it was asked again. */
  #tell(): void {
    const info = this.info();
    const told = JSON.stringify({ ...info, health: { ...info.health, at: 0 } });
    if (told === this.#told) return;
    this.#told = told;
    this.#listeners.onChanged(info);
  }
}
