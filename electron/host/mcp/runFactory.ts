import { homedir } from "node:os";
import {
  ok,
  type Result,
  type ServerDefinition,
  type ServerId,
  type ServerInfo,
  type ServerLogLine,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import { SdkConnection } from "./connection/index.ts";
import { envNames, withoutValues, type ServerSecrets } from "./definitions/index.ts";
import { prepareLaunch, type LaunchRequest } from "./launch/index.ts";
import { defaultLimits, type ManagerPorts } from "./ports.ts";
import { ChildBook, startedAtOf, tagOf } from "./process/index.ts";
import { ServerRun, type ServerLog } from "./server/index.ts";
import { StdioTransport, type Launch } from "./stdio/index.ts";
import { describeTool, type KnownTool, type ToolNames } from "./tools/index.ts";
import type { ListedTool, McpConnection } from "./types.ts";

/** Who hears of the runs that are made. */
export interface RunListeners {
  readonly onChanged: (server: ServerInfo) => void;
  readonly onLogged: (serverId: ServerId, lines: ServerLogLine[]) => void;
}

/** What differs between a bundled run and one of the person's. */
interface RunPlan {
  readonly serverId: ServerId;
  readonly definition: ServerDefinition;
  readonly workspaceId?: WorkspaceId;
  readonly request: () => Promise<Result<Omit<LaunchRequest, "marker">>>;
}

/** Makes runs: puts definitions, secrets, processes and names together. */
export class RunFactory {
  readonly #ports: ManagerPorts;
  readonly #secrets: ServerSecrets;
  readonly #names: ToolNames;
  readonly #listeners: RunListeners;
  readonly #book: ChildBook;
  readonly #tag: string;
  #starts = 0;

  constructor(ports: ManagerPorts, secrets: ServerSecrets, names: ToolNames, listeners: RunListeners) {
    this.#ports = ports;
    this.#secrets = secrets;
    this.#names = names;
    this.#listeners = listeners;
    this.#book = new ChildBook(ports.dataDir);
    this.#tag = tagOf(ports.dataDir);
  }

  /** The bundled server of a workspace. */
  workspaceRun(serverId: ServerId, workspaceId: WorkspaceId, root: string): ServerRun {
    const { command, args, env = {} } = this.#ports.resources.workspaceServer;
    const definition: ServerDefinition = {
      name: "workspace",
      transport: { kind: "bundled", name: "workspace" },
      isTrusted: true,
    };
    const request = (): Promise<Result<Omit<LaunchRequest, "marker">>> =>
      Promise.resolve(ok({ command, args: args(root), env, cwd: root }));
    return this.#run({ serverId, definition, workspaceId, request });
  }

  /** A server of the person's. */
  userRun(serverId: ServerId, definition: ServerDefinition): ServerRun {
    return this.#run({ serverId, definition, request: () => this.#userRequest(serverId, definition) });
  }

  async #userRequest(
    serverId: ServerId,
    definition: ServerDefinition,
  ): Promise<Result<Omit<LaunchRequest, "marker">>> {
    const { transport } = definition;
    if (transport.kind !== "stdio") throw new TypeError(`a ${transport.kind} server has no command`);
    const env = await this.#secrets.read(serverId, definition.name, envNames(definition));
    if (!env.ok) return env;
    return ok({
      command: transport.command,
      args: transport.args ?? [],
      env: env.value,
      cwd: transport.cwd ?? null,
    });
  }

  #run({ serverId, definition, workspaceId, request }: RunPlan): ServerRun {
    const isBundled = definition.transport.kind === "bundled";
    const subject = {
      serverId,
      name: definition.name,
      transport: withoutValues(definition).transport,
      isBundled,
      isTrusted: definition.isTrusted === true,
      ...(workspaceId === undefined ? {} : { workspaceId }),
    };
    return new ServerRun(subject, {
      clock: this.#ports.clock,
      limits: { ...defaultLimits, ...this.#ports.limits },
      prepare: () => this.#prepare(serverId, request),
      connect: (launch, log) => this.#connect(definition.name, launch, log),
      describe: (tools) => this.#describe(serverId, definition, tools),
      onEvent: this.#ports.onEvent,
      onChanged: this.#listeners.onChanged,
      onLogged: (lines) => {
        this.#listeners.onLogged(serverId, lines);
      },
    });
  }

  async #prepare(serverId: ServerId, request: RunPlan["request"]): Promise<Result<Launch>> {
    const [asked, path] = await Promise.all([request(), this.#ports.pathEnv()]);
    if (!asked.ok) return asked;
    const marker = `${this.#tag}${serverId}:${++this.#starts}`;
    return prepareLaunch(
      { ...asked.value, cwd: asked.value.cwd ?? homedir(), marker },
      path,
      this.#ports.resources,
    );
  }

  #connect(name: string, launch: Launch, log: ServerLog): McpConnection {
    const { children, clock, version, limits } = this.#ports;
    const transport = new StdioTransport(launch, {
      onSpawned: (pid) => {
        const startTicks = startedAtOf(pid);
        this.#book.started({ pid, startTicks, name, marker: launch.marker });
        children.started({ pid, startTicks, name });
      },
      onEnded: (pid) => {
        this.#book.ended(pid);
        children.ended(pid);
      },
      onStderr: (line) => {
        log.add("stderr", line);
      },
      onNoise: (line) => {
        log.addNoise(line);
      },
    });
    return new SdkConnection(transport, {
      serverName: name,
      hostVersion: version,
      connectTimeoutMs: limits?.connectTimeoutMs ?? defaultLimits.connectTimeoutMs,
      now: () => clock.now(),
      noise: () => log.noise,
    });
  }

  #describe(serverId: ServerId, definition: ServerDefinition, tools: readonly ListedTool[]): KnownTool[] {
    const { name, transport, isTrusted, callTimeoutMs } = definition;
    const isBundled = transport.kind === "bundled";
    const standing = {
      isBundled,
      isTrusted: isTrusted === true,
      isRemote: transport.kind === "http",
      callTimeoutMs,
    };
    return tools.map((tool) => {
      const modelName = isBundled ? tool.name : this.#names.nameOf(serverId, name, tool.name);
      return describeTool(tool, modelName, standing);
    });
  }
}
