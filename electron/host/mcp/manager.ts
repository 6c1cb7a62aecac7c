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
import { configHashOf, Definitions, secretsOf, ServerSecrets } from "./definitions/index.ts";
import { withPatience } from "./patience.ts";
import type { ManagerPorts } from "./ports.ts";
import { reapLeftovers } from "./process/index.ts";
import { RunFactory } from "./runFactory.ts";
import type { ServerRun } from "./server/index.ts";
import { SignIns } from "./signIns.ts";
import { ToolNames } from "./tools/index.ts";
import type { CallOptions, OfferMethod, ServerManager, ToolEntry, ToolResult } from "./types.ts";

const entriesOf = (run: ServerRun): ToolEntry[] => {
  if (run.connection === null) return [];
  const { serverId, name, isBundled, isTrusted, transport } = run.subject;
  return run.tools
    .filter(({ info }) => info.isEnabled)
    .map(({ info, annotations, canPreview, sandbox }) => ({
      ...info,
      serverId,
      serverName: name,
      isBundled,
      isTrustedServer: isTrusted,
      annotations,
      canPreview,
      sandbox,
      isRemote: transport.kind === "http",
    }));
};

/** {@link ServerManager} over stdio and HTTP. */
class Manager implements ServerManager {
  readonly #ports: ManagerPorts;
  readonly #definitions: Definitions;
  readonly #secrets: ServerSecrets;
  readonly #names = new ToolNames();
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
    this.#secrets = new ServerSecrets(ports.secrets);
    this.#signIns = new SignIns(ports, this.#secrets, (serverId) => {
      const run = this.#runs.get(serverId);
      if (run) this.#tell({ server: run.info() });
    });
    this.#factory = new RunFactory(ports, this.#secrets, this.#signIns, this.#names, {
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
    for (const { serverId, definition } of this.#definitions.all()) {
      this.#runs.set(serverId, this.#factory.userRun(serverId, definition));
    }
  }

  add(definition: ServerDefinition): Result<{ serverId: ServerId }> {
    const refusal = this.#definitions.refusal(definition);
    if (refusal) return refusal;
    const serverId = this.#ports.newId("srv") as ServerId;
    this.#secrets.save(serverId, secretsOf(definition), []);
    const run = this.#install(serverId, definition);
    this.#ports.onEvent("server.added", {
      serverId,
      name: definition.name,
      configHash: configHashOf(definition),
    });
    this.#tell({ server: run.info() });
    return ok({ serverId });
  }

  async update(serverId: ServerId, definition: ServerDefinition): Promise<Result<null>> {
    const run = this.#userRun(serverId);
    if (!run.ok) return run;
    const refusal = this.#definitions.refusal(definition, serverId);
    if (refusal) return refusal;
    const before = this.#definitions.get(serverId);
    const wasWanted = run.value.isWanted;
    await run.value.stop();
    this.#secrets.save(serverId, secretsOf(definition), before ? Object.keys(secretsOf(before)) : []);
    this.#names.release(serverId);
    this.#signIns.drop(serverId);
    const next = this.#install(serverId, definition);
    this.#ports.onEvent("server.updated", {
      serverId,
      name: definition.name,
      configHash: configHashOf(definition),
    });
    this.#tell({ server: next.info() });
    // How the start goes is seen in the server's state; the definition is taken either way.
    if (wasWanted) await next.start();
    return ok(null);
  }

  async remove(serverId: ServerId): Promise<Result<null>> {
    const run = this.#userRun(serverId);
    if (!run.ok) return run;
    await run.value.stop();
    await this.#signIns.signOut(serverId);
    this.#signIns.drop(serverId);
    const definition = this.#definitions.get(serverId);
    if (definition) this.#secrets.forget(serverId, Object.keys(secretsOf(definition)));
    this.#definitions.remove(serverId);
    this.#runs.delete(serverId);
    this.#names.release(serverId);
    this.#ports.onEvent("server.removed", { serverId });
    this.#tell({ removed: serverId });
    return ok(null);
  }

  list(): ServerInfo[] {
    const infos = [...this.#runs.values()].map((run) => run.info());
    return [...infos.filter(({ isBundled }) => isBundled), ...infos.filter(({ isBundled }) => !isBundled)];
  }

  async start(serverId: ServerId): Promise<Result<null>> {
    const run = this.#run(serverId);
    if (!run.ok) return run;
    if (this.#isClosing)
      return fail("notAvailable", "Loopwright is closing; servers are not started any more.");
    return run.value.start();
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
      this.start(serverId).catch((error: unknown) => {
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
    return [...own, ...runs.filter(({ subject }) => !subject.isBundled)].flatMap(entriesOf);
  }

  async call(
    { serverId, name }: Pick<ToolEntry, "serverId" | "name">,
    args: JsonObject,
    options: CallOptions,
  ): Promise<Result<ToolResult>> {
    const run = this.#run(serverId);
    if (!run.ok) return run;
    const { log, subject } = run.value;
    const answer = await withPatience(
      async () => run.value.connection?.callTool(name, args, options) ?? run.value.notReady(),
      this.#ports.clock,
      options.signal,
      (pauseMs) => {
        log.add(
          "protocol",
          `It is too busy for "${name}"; asking again in ${Math.round(pauseMs / 100) / 10} s.`,
        );
      },
    );
    // Our own server tells of a changed project before it answers: the next step is to have its tools (TOOL-09).
    if (subject.isBundled) await run.value.listed();
    return answer;
  }

  async signIn(serverId: ServerId): Promise<Result<null>> {
    const run = this.#userRun(serverId);
    if (!run.ok) return run;
    const done = await this.#signIns.signIn(serverId, this.#definitions.get(serverId));
    if (!done.ok) return done;
    // What was running was not signed in, or not far enough.
    return run.value.state === "ready" ? ok(null) : run.value.start();
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
    return run.value.connection?.ask(method, params, signal) ?? run.value.notReady();
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
    const run = this.#factory.userRun(serverId, definition);
    this.#runs.set(serverId, run);
    return run;
  }

  #run(serverId: ServerId): Result<ServerRun> {
    const run = this.#runs.get(serverId);
    if (run) return ok(run);
    return fail("notFound", "There is no such server any more. Reload the list of servers.", {
      key: "serverNotFound",
    });
  }

  #userRun(serverId: ServerId): Result<ServerRun> {
    const run = this.#run(serverId);
    if (!run.ok || !run.value.subject.isBundled) return run;
    return fail("denied", "A bundled server cannot be changed or removed.", { key: "serverBundledFixed" });
  }

  #tell(change: { server?: ServerInfo; removed?: ServerId }): void {
    for (const listener of this.#changed) listener(change);
  }
}

/**
 * Makes the manager of all MCP servers. Nothing is started before it is asked for; call `reapLeftovers`
 * before.
 */
export const createServerManager = (ports: ManagerPorts): ServerManager => new Manager(ports);
