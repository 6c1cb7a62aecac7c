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
import { SdkConnection, type ServerAsks, type ServerRoot } from "./connection/index.ts";
import { secretsOf, withoutValues, type ServerSecrets } from "./definitions/index.ts";
import { HttpTransport, parseAddress } from "./http/index.ts";
import { prepareLaunch, type LaunchRequest } from "./launch/index.ts";
import { defaultLimits, type ManagerPorts } from "./ports.ts";
import { ChildBook, startedAtOf, tagOf } from "./process/index.ts";
import { ServerRun, type ServerLog } from "./server/index.ts";
import type { SignIns } from "./signIns.ts";
import { StdioTransport, type Launch } from "./stdio/index.ts";
import type { Target } from "./target.ts";
import { describeTool, type KnownTool, type ToolNames } from "./tools/index.ts";
import type { ListedTool, McpConnection } from "./types.ts";

/** Who hears of the runs that are made. */
export interface RunListeners {
  readonly onChanged: (server: ServerInfo) => void;
  readonly onLogged: (serverId: ServerId, lines: ServerLogLine[]) => void;
  readonly onResourceUpdated: (serverId: ServerId, uri: string) => void;
  /** The folders that are open now. */
  readonly roots: () => readonly ServerRoot[];
}

/** What differs between a bundled run and one of the person's. */
interface RunPlan {
  readonly serverId: ServerId;
  readonly definition: ServerDefinition;
  readonly workspaceId?: WorkspaceId;
  readonly prepare: () => Promise<Result<Target>>;
}

/** The values of one kind of slot, by their bare names. */
const valuesOf = (kind: string, secrets: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets)
      .filter(([slot]) => slot.startsWith(`${kind}/`))
      .map(([slot, value]) => [slot.slice(kind.length + 1), value]),
  );

/** Makes runs: puts definitions, secrets, processes and names together. */
export class RunFactory {
  readonly #ports: ManagerPorts;
  readonly #secrets: ServerSecrets;
  readonly #signIns: SignIns;
  readonly #names: ToolNames;
  readonly #listeners: RunListeners;
  readonly #book: ChildBook;
  readonly #tag: string;
  #starts = 0;

  constructor(
    ports: ManagerPorts,
    secrets: ServerSecrets,
    signIns: SignIns,
    names: ToolNames,
    listeners: RunListeners,
  ) {
    this.#ports = ports;
    this.#signIns = signIns;
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
    const prepare = (): Promise<Result<Target>> =>
      this.#prepareLaunch(serverId, { command, args: args(root), env, cwd: root });
    return this.#run({ serverId, definition, workspaceId, prepare });
  }

  /** A server of the person's. */
  userRun(serverId: ServerId, definition: ServerDefinition): ServerRun {
    return this.#run({ serverId, definition, prepare: () => this.#prepare(serverId, definition) });
  }

  async #prepare(serverId: ServerId, definition: ServerDefinition): Promise<Result<Target>> {
    const { transport, name } = definition;
    const secrets = await this.#secrets.read(serverId, name, Object.keys(secretsOf(definition)));
    if (!secrets.ok) return secrets;
    switch (transport.kind) {
      case "stdio":
        return this.#prepareLaunch(serverId, {
          command: transport.command,
          args: transport.args ?? [],
          env: valuesOf("env", secrets.value),
          cwd: transport.cwd ?? homedir(),
        });
      case "http": {
        const url = parseAddress(transport.url);
        if (!url.ok) return url;
        const sign = this.#signIns.signOf(serverId, definition, url.value, secrets.value);
        const headers = valuesOf("header", secrets.value);
        return ok({
          kind: "http",
          address: { url: url.value, headers, ...(sign === null ? {} : { sign }) },
        });
      }
      case "bundled":
        throw new TypeError("a bundled server is not the person's");
    }
  }

  #run({ serverId, definition, workspaceId, prepare }: RunPlan): ServerRun {
    const isBundled = definition.transport.kind === "bundled";
    const subject = {
      serverId,
      name: definition.name,
      transport: withoutValues(definition).transport,
      isBundled,
      isTrusted: definition.isTrusted === true,
      sharesRoots: definition.sharesRoots === true,
      ...(workspaceId === undefined ? {} : { workspaceId }),
    };
    return new ServerRun(subject, {
      clock: this.#ports.clock,
      limits: { ...defaultLimits, ...this.#ports.limits },
      prepare,
      connect: (target, log) => this.#connect({ serverId, definition }, target, log),
      describe: (tools) => this.#describe(serverId, definition, tools),
      onEvent: this.#ports.onEvent,
      signIn: () => this.#signIns.info(serverId),
      onChanged: this.#listeners.onChanged,
      onLogged: (lines) => {
        this.#listeners.onLogged(serverId, lines);
      },
      onResourceUpdated: (uri) => {
        this.#listeners.onResourceUpdated(serverId, uri);
      },
    });
  }

  async #prepareLaunch(serverId: ServerId, request: Omit<LaunchRequest, "marker">): Promise<Result<Target>> {
    const path = await this.#ports.pathEnv();
    const marker = `${this.#tag}${serverId}:${++this.#starts}`;
    const launch = await prepareLaunch({ ...request, marker }, path, this.#ports.resources);
    return launch.ok ? ok({ kind: "stdio", launch: launch.value }) : launch;
  }

  #connect(
    { serverId, definition }: { serverId: ServerId; definition: ServerDefinition },
    target: Target,
    log: ServerLog,
  ): McpConnection {
    const { clock, version, limits } = this.#ports;
    const { name } = definition;
    const asks = this.#asksOf(serverId, definition);
    const transport =
      target.kind === "stdio"
        ? this.#startable(name, target.launch, log)
        : new HttpTransport(name, target.address, (note) => {
            log.add("protocol", note);
          });
    return new SdkConnection(transport, {
      serverName: name,
      hostVersion: version,
      connectTimeoutMs: limits?.connectTimeoutMs ?? defaultLimits.connectTimeoutMs,
      now: () => clock.now(),
      noise: () => log.noise,
      ...(asks === undefined ? {} : { asks }),
    });
  }

  /** What a server may ask of us; the bundled one asks for nothing, and the open folders are told only where the person said so. */
  #asksOf(serverId: ServerId, definition: ServerDefinition): ServerAsks | undefined {
    if (definition.transport.kind === "bundled") return undefined;
    const asks = this.#ports.asks?.(serverId, definition.name);
    if (asks === undefined || definition.sharesRoots !== true) return asks;
    return { ...asks, roots: this.#listeners.roots };
  }

  #startable(name: string, launch: Launch, log: ServerLog): StdioTransport {
    const { children } = this.#ports;
    return new StdioTransport(launch, {
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
