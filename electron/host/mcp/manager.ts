import { basename } from "node:path";
import {
  fail,
  ok,
  type JsonObject,
  type Result,
  type ServerDefinition,
  type ServerId,
  type ServerInfo,
  type ServerLogLine,
  type ServerOffers,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { Agreements } from "./agreements.ts";
import { configHashOf, Definitions, secretsOf, ServerSecrets } from "./definitions/index.ts";
import { toolEntries } from "./entries.ts";
import { createInspector, MuteErrors } from "./inspect/index.ts";
import type { ServerInspector } from "./inspector.ts";
import { withPatience } from "./patience.ts";
import { ToolPins } from "./pins/index.ts";
import type { ManagerPorts } from "./ports.ts";
import { reapLeftovers } from "./process/index.ts";
import { reread } from "./reread.ts";
import { RunFactory } from "./runFactory.ts";
import type { ServerRun, StartCause } from "./server/index.ts";
import { SignIns } from "./signIns.ts";
import { ToolNames } from "./tools/index.ts";
import type { CallOptions, OfferMethod, ServerManager, ToolEntry, ToolResult } from "./types.ts";

/** {@link ServerManager} over stdio and HTTP. */
class Manager implements ServerManager {
  readonly #ports: ManagerPorts;
  readonly #definitions: Definitions;
  readonly #agreements: Agreements;
  readonly #secrets: ServerSecrets;
  readonly #names = new ToolNames();
  readonly #toolPins: ToolPins;
  readonly #mute = new MuteErrors();
  readonly inspector: ServerInspector;
  readonly #signIns: SignIns;
  readonly #factory: RunFactory;
  /** The person's servers by id, and workspace servers by their own. */
  readonly #runs = new Map<ServerId, ServerRun>();
  readonly #changed: ((change: { server?: ServerInfo; removed?: ServerId }) => void)[] = [];
  readonly #logged: ((serverId: ServerId, lines: ServerLogLine[]) => void)[] = [];
  readonly #updated: ((serverId: ServerId, uri: string) => void)[] = [];
  /** Folders of the workspaces opened in this run. */
  readonly #roots = new Set<string>();
  #hasStartedEnabled = false;
  #isClosing = false;

  constructor(ports: ManagerPorts) {
    this.#ports = ports;
    this.#definitions = new Definitions(ports.store);
    this.#agreements = new Agreements(ports, this.#definitions);
    this.#secrets = new ServerSecrets(ports.secrets);
    this.#toolPins = new ToolPins(ports.store, ports.onEvent);
    this.#signIns = new SignIns(ports, this.#secrets, (serverId) => {
      const run = this.#runs.get(serverId);
      if (run) this.#tell({ server: run.info() });
    });
    this.#factory = new RunFactory(ports, this.#secrets, this.#signIns, this.#names, this.#toolPins, {
      onChanged: (server) => {
        this.#tell({ server });
      },
      onLogged: (serverId, lines) => {
        for (const listener of this.#logged) listener(serverId, lines);
      },
      roots: () => [...this.#roots].map((path) => ({ path, name: basename(path) || path })),
      onResourceUpdated: (serverId, uri) => {
        for (const listener of this.#updated) listener(serverId, uri);
      },
    });
    this.inspector = createInspector({
      run: (serverId) => this.#run(serverId),
      runs: () => [...this.#runs.values()],
      pins: this.#toolPins,
      mute: this.#mute,
      redact: ports.redact ?? ((value) => value),
      markOf: (serverId) => this.#factory.markOf(serverId),
      now: () => ports.clock.now(),
    });
    for (const { serverId, definition } of this.#definitions.all()) {
      this.#runs.set(serverId, this.#userRunOf(serverId, definition));
    }
  }

  add(definition: ServerDefinition, as?: ServerId): Result<{ serverId: ServerId }> {
    const refusal = this.#definitions.refusal(definition);
    if (refusal) return refusal;
    const serverId = as ?? (this.#ports.newId("srv") as ServerId);
    this.#secrets.save(serverId, secretsOf(definition), []);
    // Whoever adds or changes a server was shown it in full before: that is the consent to what it is now.
    this.#agreements.take(serverId, definition);
    const run = this.#install(serverId, definition);
    this.#ports.onEvent("server.added", {
      serverId,
      name: definition.name,
      configHash: configHashOf(definition),
    });
    this.#tell({ server: run.info() });
    return ok({ serverId });
  }

  async update(serverId: ServerId, changed: ServerDefinition): Promise<Result<null>> {
    const run = this.#userRun(serverId);
    if (!run.ok) return run;
    const before = this.#definitions.get(serverId);
    // A form that does not show them leaves them as they are.
    const definition: ServerDefinition = {
      ...(before?.fillsIn === undefined ? {} : { fillsIn: before.fillsIn }),
      ...(before?.isEnabled === undefined ? {} : { isEnabled: before.isEnabled }),
      ...(before?.origin === undefined ? {} : { origin: before.origin }),
      ...changed,
    };
    const refusal = this.#definitions.refusal(definition, serverId);
    if (refusal) return refusal;
    const wasWanted = run.value.isWanted;
    await run.value.stop();
    this.#secrets.save(serverId, secretsOf(definition), before ? Object.keys(secretsOf(before)) : []);
    this.#names.release(serverId);
    this.#signIns.drop(serverId);
    this.#agreements.take(serverId, definition);
    const next = this.#install(serverId, definition);
    this.#ports.onEvent("server.updated", {
      serverId,
      name: definition.name,
      configHash: configHashOf(definition),
    });
    this.#tell({ server: next.info() });
    // How the start goes is seen in the server's state; the definition is taken either way.
    if (wasWanted) await next.start("asked");
    return ok(null);
  }

  async remove(serverId: ServerId): Promise<Result<null>> {
    const run = this.#userRun(serverId);
    if (!run.ok) return run;
    await run.value.stop();
    await this.#signIns.forget(serverId);
    this.#signIns.drop(serverId);
    const definition = this.#definitions.get(serverId);
    if (definition) this.#secrets.forget(serverId, Object.keys(secretsOf(definition)));
    this.#definitions.remove(serverId);
    this.#agreements.forget(serverId);
    this.#toolPins.forget(serverId);
    this.#runs.delete(serverId);
    this.#names.release(serverId);
    this.#ports.onEvent("server.removed", { serverId });
    this.#tell({ removed: serverId });
    return ok(null);
  }

  list(): ServerInfo[] {
    const infos = [...this.#runs.values()].map((run) => this.#agreements.shown(run.info()));
    return [...infos.filter(({ isBundled }) => isBundled), ...infos.filter(({ isBundled }) => !isBundled)];
  }

  start(serverId: ServerId): Promise<Result<null>> {
    return this.#start(serverId, "asked");
  }

  agree(serverId: ServerId, configHash: string): Result<null> {
    const run = this.#userRun(serverId);
    if (!run.ok) return run;
    const agreed = this.#agreements.agree(serverId, configHash);
    if (agreed.ok) this.#tell({ server: run.value.info() });
    return agreed;
  }

  definition(serverId: ServerId): Result<ServerDefinition> {
    const definition = this.#definitions.get(serverId);
    return definition ? ok(definition) : this.#notThere();
  }

  async reread(): Promise<void> {
    await reread({
      definitions: this.#definitions,
      secrets: this.#secrets,
      agreements: this.#agreements,
      end: (serverId, isGone) => this.#end(serverId, isGone),
      take: (serverId, definition) => {
        const run = this.#userRunOf(serverId, definition);
        this.#runs.set(serverId, run);
        this.#tell({ server: run.info() });
      },
    });
  }

  async stop(serverId: ServerId): Promise<Result<null>> {
    const run = this.#run(serverId);
    if (!run.ok) return run;
    await run.value.stop();
    return ok(null);
  }

  log(serverId: ServerId): Result<ServerLogLine[]> {
    const run = this.#run(serverId);
    return run.ok ? ok(run.value.log.lines) : run;
  }

  startEnabled(): void {
    if (this.#hasStartedEnabled) return;
    this.#hasStartedEnabled = true;
    for (const { serverId, definition } of this.#definitions.all()) {
      if (definition.isEnabled === false) continue;
      this.#start(serverId, "byItself").catch((error: unknown) => {
        console.error(`Starting the server ${definition.name} failed:`, error);
      });
    }
  }

  async openWorkspace(workspaceId: WorkspaceId, path: string): Promise<Result<null>> {
    if (!this.#roots.has(path)) {
      this.#roots.add(path);
      this.rootsChanged();
    }
    this.startEnabled();
    const serverId = `workspace:${workspaceId}` as ServerId;
    if (!this.#runs.has(serverId))
      this.#runs.set(serverId, this.#factory.workspaceRun(serverId, workspaceId, path));
    return this.start(serverId);
  }

  tools(workspaceId: WorkspaceId): ToolEntry[] {
    const runs = [...this.#runs.values()];
    const own = runs.filter(({ subject }) => subject.isBundled && subject.workspaceId === workspaceId);
    return toolEntries([...own, ...runs.filter(({ subject }) => !subject.isBundled)]);
  }

  async call(
    { serverId, name }: Pick<ToolEntry, "serverId" | "name">,
    args: JsonObject,
    options: CallOptions,
  ): Promise<Result<ToolResult>> {
    const run = this.#run(serverId);
    if (!run.ok) return run;
    const { log, subject } = run.value;
    // What is called for the first time was decided about as it is now (SEC-MCP-01).
    const known = subject.isBundled || this.#toolPins.has(serverId, name) ? undefined : run.value.tool(name);
    if (known !== undefined) this.#toolPins.used(serverId, known);
    const answer = await withPatience(
      async () => run.value.connection?.callTool(name, args, options) ?? run.value.notReady(),
      this.#ports.clock,
      options.signal,
      (pauseMs) => {
        log.say(remark("busy", { tool: name, seconds: Math.round(pauseMs / 100) / 10 }));
      },
    );
    // Our own server tells of a changed project before it answers: the next step is to have its tools (TOOL-09).
    if (subject.isBundled) await run.value.listed();
    if (answer.ok && answer.value.isError) this.#mute.seen(serverId, name, answer.value.content);
    return answer;
  }

  async signIn(serverId: ServerId): Promise<Result<null>> {
    const run = this.#userRun(serverId);
    if (!run.ok) return run;
    const done = await this.#signIns.signIn(serverId, this.#definitions.get(serverId));
    if (!done.ok) return done;
    // What was running was not signed in, or not far enough.
    return run.value.state === "ready" ? ok(null) : run.value.start("asked");
  }

  async signOut(serverId: ServerId): Promise<Result<null>> {
    const run = this.#userRun(serverId);
    if (!run.ok) return run;
    await run.value.stop();
    await this.#signIns.signOut(serverId);
    return ok(null);
  }

  async offers(serverId: ServerId): Promise<Result<ServerOffers>> {
    const run = this.#run(serverId);
    if (!run.ok) return run;
    return run.value.connection?.listOffers() ?? run.value.notReady();
  }

  async ask(
    serverId: ServerId,
    method: OfferMethod,
    params: JsonObject,
    signal?: AbortSignal,
  ): Promise<Result<JsonObject>> {
    const run = this.#run(serverId);
    if (!run.ok) return run;
    return run.value.ask(method, params, signal);
  }

  onResourceUpdated(listener: (serverId: ServerId, uri: string) => void): void {
    this.#updated.push(listener);
  }

  rootsChanged(): void {
    for (const run of this.#runs.values()) if (!run.subject.isBundled) run.connection?.rootsChanged();
  }

  onChanged(listener: (change: { server?: ServerInfo; removed?: ServerId }) => void): void {
    this.#changed.push(listener);
  }

  onLogged(listener: (serverId: ServerId, lines: ServerLogLine[]) => void): void {
    this.#logged.push(listener);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#signIns.close();
    await Promise.all([...this.#runs.values()].map((run) => run.stop()));
    // What lost parent, group and run alike still carries this data folder's mark.
    await reapLeftovers(this.#ports.dataDir);
  }

  #install(serverId: ServerId, definition: ServerDefinition): ServerRun {
    this.#definitions.put(serverId, definition);
    const run = this.#userRunOf(serverId, definition);
    this.#runs.set(serverId, run);
    return run;
  }

  #userRunOf(serverId: ServerId, definition: ServerDefinition): ServerRun {
    return this.#factory.userRun(serverId, definition, () => this.#agreements.refusal(serverId, definition));
  }

  async #start(serverId: ServerId, cause: StartCause): Promise<Result<null>> {
    const run = this.#run(serverId);
    if (!run.ok) return run;
    if (this.#isClosing)
      return fail("notAvailable", "Loopwright is closing; servers are not started any more.");
    this.#enable(serverId);
    return run.value.start(cause);
  }

  /** A server that a person starts is one that starts with the app from then on. */
  #enable(serverId: ServerId): void {
    const definition = this.#definitions.get(serverId);
    if (definition?.isEnabled !== false) return;
    const { isEnabled: _, ...enabled } = definition;
    this.#definitions.put(serverId, enabled);
  }

  /** Ends a server whose definition was changed or taken out from outside. */
  async #end(serverId: ServerId, isGone: boolean): Promise<void> {
    await this.#runs.get(serverId)?.stop();
    this.#names.release(serverId);
    this.#signIns.drop(serverId);
    if (!isGone) return;
    this.#runs.delete(serverId);
    this.#ports.onEvent("server.removed", { serverId });
    this.#tell({ removed: serverId });
  }

  #notThere(): Result<never> {
    return fail("notFound", "There is no such server any more. Reload the list of servers.", {
      key: "serverNotFound",
    });
  }

  #run(serverId: ServerId): Result<ServerRun> {
    const run = this.#runs.get(serverId);
    return run ? ok(run) : this.#notThere();
  }

  #userRun(serverId: ServerId): Result<ServerRun> {
    const run = this.#run(serverId);
    if (!run.ok || !run.value.subject.isBundled) return run;
    return fail("denied", "A bundled server cannot be changed or removed.", { key: "serverBundledFixed" });
  }

  #tell(change: { server?: ServerInfo; removed?: ServerId }): void {
    const { server } = change;
    const shown = server === undefined ? change : { ...change, server: this.#agreements.shown(server) };
    for (const listener of this.#changed) listener(shown);
  }
}

/**
 * Makes the manager of all MCP servers. Nothing is started before it is asked for; call `reapLeftovers`
 * before.
 */
export const createServerManager = (ports: ManagerPorts): ServerManager => new Manager(ports);
