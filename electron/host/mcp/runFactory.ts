import { homedir } from "node:os";
import {
  ok,
  type Remark,
  type Result,
  type ServerDefinition,
  type ServerId,
  type ServerInfo,
  type ServerLogLine,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import { tellingRefusals, type ServerAsks, type ServerRoot } from "./asks.ts";
import { SdkConnection } from "./connection/index.ts";
import { secretsOf, withoutValues, type ServerSecrets } from "./definitions/index.ts";
import { parseAddress } from "./http/index.ts";
import { fillAll, prepareLaunch, type LaunchRequest } from "./launch/index.ts";
import { HttpWay, NegotiatedConnection, StdioWay, type EraMemory } from "./next/index.ts";
import { defaultLimits, type ManagerPorts } from "./ports.ts";
import { ToolPins, withPin } from "./pins/index.ts";
import { ChildBook, startedAtOf, tagOf } from "./process/index.ts";
import type { ProtocolLog } from "./protocolLog/index.ts";
import { LogLevelChoice, ServerRun, startTurns, type ServerLog, type Turn } from "./server/index.ts";
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

/** What a connection is made for. */
interface ConnectionOf {
  readonly serverId: ServerId;
  readonly definition: ServerDefinition;
  readonly memory: EraMemory;
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
  readonly #pins: ToolPins;
  readonly #listeners: RunListeners;
  readonly #book: ChildBook;
  readonly #tag: string;
  readonly #turn: Turn;
  /** Of every server, because a changed definition gets a new run. */
  readonly #logLevels = new Map<ServerId, LogLevelChoice>();
  #starts = 0;

  constructor(
    ports: ManagerPorts,
    secrets: ServerSecrets,
    signIns: SignIns,
    names: ToolNames,
    pins: ToolPins,
    listeners: RunListeners,
  ) {
    this.#ports = ports;
    this.#signIns = signIns;
    this.#secrets = secrets;
    this.#names = names;
    this.#pins = pins;
    this.#listeners = listeners;
    this.#book = ports.book ?? new ChildBook(ports.dataDir);
    this.#tag = tagOf(ports.dataDir);
    const { startsAtOnce, startHoldMs } = { ...defaultLimits, ...ports.limits };
    this.#turn = startTurns(ports.clock, startsAtOnce, startHoldMs);
  }

  /** What the environment mark of a server's processes begins with. */
  markOf(serverId: ServerId): string {
    return `${this.#tag}${serverId}:`;
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

  /** A server of the person's. `refusal` is asked before every start: why it may not, or null. */
  userRun(serverId: ServerId, definition: ServerDefinition, refusal: () => Result<never> | null): ServerRun {
    const prepare = async (): Promise<Result<Target>> => refusal() ?? this.#prepare(serverId, definition);
    return this.#run({ serverId, definition, prepare });
  }

  async #prepare(serverId: ServerId, definition: ServerDefinition): Promise<Result<Target>> {
    const { name } = definition;
    const kept = await this.#secrets.read(serverId, name, Object.keys(secretsOf(definition)));
    if (!kept.ok) return kept;
    const asGiven = { transport: definition.transport, secrets: kept.value };
    const filled =
      definition.fillsIn === true
        ? fillAll(name, asGiven, {
            env: process.env,
            workspaceFolder: this.#listeners.roots()[0]?.path ?? null,
          })
        : ok(asGiven);
    if (!filled.ok) return filled;
    const { transport } = filled.value;
    const { secrets } = filled.value;
    switch (transport.kind) {
      case "stdio":
        return this.#prepareLaunch(serverId, {
          command: transport.command,
          args: transport.args ?? [],
          env: valuesOf("env", secrets),
          cwd: transport.cwd ?? homedir(),
        });
      case "http": {
        const url = parseAddress(transport.url);
        if (!url.ok) return url;
        const sign = this.#signIns.signOf(serverId, definition, url.value, secrets);
        const headers = valuesOf("header", secrets);
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
    const memory: EraMemory = { isOlder: false };
    const logLevel = this.#logLevels.get(serverId) ?? new LogLevelChoice();
    this.#logLevels.set(serverId, logLevel);
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
      turn: this.#turn,
      connect: (target, log, protocol) =>
        this.#connect({ serverId, definition, memory }, target, log, protocol),
      describe: (tools) => this.#describe(serverId, definition, tools),
      onEvent: this.#ports.onEvent,
      signIn: () => this.#signIns.info(serverId),
      logLevel,
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
    { serverId, definition, memory }: ConnectionOf,
    target: Target,
    log: ServerLog,
    protocol: ProtocolLog,
  ): McpConnection {
    const { clock, version, limits } = this.#ports;
    const { name } = definition;
    const asks = this.#asksOf(serverId, definition, log);
    const options = {
      serverName: name,
      hostVersion: version,
      connectTimeoutMs: limits?.connectTimeoutMs ?? defaultLimits.connectTimeoutMs,
      now: () => clock.now(),
      noise: () => log.noise,
      ...(asks === undefined ? {} : { asks }),
    };
    if (target.kind === "stdio") {
      const open = (): StdioTransport => this.#startable(name, target.launch, log, protocol);
      // Our own server is known to speak the older protocol: it starts with each workspace, so nothing is asked.
      if (definition.transport.kind === "bundled") return new SdkConnection(open(), options);
      return new NegotiatedConnection(new StdioWay(open), options, memory);
    }
    const onNote = (note: Remark): void => {
      log.say(note);
    };
    const { address } = target;
    const way = new HttpWay({ serverName: name, address, onNote, onTraffic: protocol.add });
    return new NegotiatedConnection(way, options, memory);
  }

  /** What a server may ask of us; the bundled one asks for nothing, and the open folders are told only where the person said so. */
  #asksOf(serverId: ServerId, definition: ServerDefinition, log: ServerLog): ServerAsks | undefined {
    if (definition.transport.kind === "bundled") return undefined;
    const given = this.#ports.asks?.(serverId, definition.name);
    if (given === undefined) return undefined;
    const asks = tellingRefusals(given, (note) => {
      log.say(note);
    });
    return definition.sharesRoots === true ? { ...asks, roots: this.#listeners.roots } : asks;
  }

  #startable(name: string, launch: Launch, log: ServerLog, protocol: ProtocolLog): StdioTransport {
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
      onTraffic: protocol.add,
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
      return withPin(this.#pins, serverId, describeTool(tool, modelName, standing), standing);
    });
  }
}
