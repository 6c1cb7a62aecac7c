import {
  fail,
  ok,
  type JsonObject,
  type Result,
  type ServerDefinition,
  type ServerId,
  type ServerInfo,
  type ServerLogLine,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import { configHashOf, Definitions, secretsOf, ServerSecrets } from "./definitions/index.ts";
import { withPatience } from "./patience.ts";
import type { ManagerPorts } from "./ports.ts";
import { reapLeftovers } from "./process/index.ts";
import { RunFactory } from "./runFactory.ts";
import type { ServerRun } from "./server/index.ts";
import { ToolNames } from "./tools/index.ts";
import type { CallOptions, ServerManager, ToolEntry, ToolResult } from "./types.ts";

const entriesOf = (run: ServerRun): ToolEntry[] => {
  if (run.connection === null) return [];
  const { serverId, name, isBundled, isTrusted, transport } = run.subject;
  return run.tools
    .filter(({ info }) => info.isEnabled)
    .map(({ info, annotations, canPreview }) => ({
      ...info,
      serverId,
      serverName: name,
      isBundled,
      isTrustedServer: isTrusted,
      annotations,
      canPreview,
      isRemote: transport.kind === "http",
    }));
};

/** {@link ServerManager} over stdio and HTTP. */
class Manager implements ServerManager {
  readonly #ports: ManagerPorts;
  readonly #definitions: Definitions;
  readonly #secrets: ServerSecrets;
  readonly #names = new ToolNames();
  readonly #factory: RunFactory;
  /** The person's servers by id, and workspace servers by their own. */
  readonly #runs = new Map<ServerId, ServerRun>();
  readonly #changed: ((change: { server?: ServerInfo; removed?: ServerId }) => void)[] = [];
  readonly #logged: ((serverId: ServerId, lines: ServerLogLine[]) => void)[] = [];
  #hasStartedEnabled = false;
  #isClosing = false;

  constructor(ports: ManagerPorts) {
    this.#ports = ports;
    this.#definitions = new Definitions(ports.store);
    this.#secrets = new ServerSecrets(ports.secrets);
    this.#factory = new RunFactory(ports, this.#secrets, this.#names, {
      onChanged: (server) => {
        this.#tell({ server });
      },
      onLogged: (serverId, lines) => {
        for (const listener of this.#logged) listener(serverId, lines);
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
    const { log } = run.value;
    return withPatience(
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
  }

  onChanged(listener: (change: { server?: ServerInfo; removed?: ServerId }) => void): void {
    this.#changed.push(listener);
  }

  onLogged(listener: (serverId: ServerId, lines: ServerLogLine[]) => void): void {
    this.#logged.push(listener);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
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
