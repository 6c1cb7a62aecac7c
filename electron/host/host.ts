import {
  fail,
  ok,
  type EventData,
  type EventName,
  type Failure,
  type HostInfo,
  type JsonObject,
  type Result,
  type SessionId,
} from "../../shared/contract/index.ts";
import { createAgent } from "./agent/index.ts";
import { createByHand } from "./byHand/index.ts";
import { createDispatch, type Carrier } from "./carrier/index.ts";
import { createCatalog } from "./catalog/index.ts";
import { LogError, logFailure, openEventLog, type LogProblem } from "./log/index.ts";
import {
  ChildBook,
  createLoginPath,
  createServerManager,
  checkArguments,
  reapLeftovers,
  type ChildWatch,
  type ServerManager,
  type ToolEntry,
} from "./mcp/index.ts";
import { assessSafely, createApprovals, initCommandParser } from "./policy/index.ts";
import type { Clock, NewId } from "./ports.ts";
import { createHandlers, SYSTEM, type Rooms } from "./requests/index.ts";
import { openServerAsks, type AskRoom } from "./serverAsks/index.ts";
import { createKeys, createRedactor, type MainSecrets } from "./secrets/index.ts";
import { createSessionStore, createSummaries, draft, type Draft } from "./sessions/index.ts";
import { createServersFile } from "./serversFile/index.ts";
import { createSettings } from "./settings/index.ts";
import { createRegistry } from "./registry/index.ts";
import { knownServers } from "./toolSearch/index.ts";
import { createReviews } from "./review/index.ts";
import { createRunning } from "./running/index.ts";
import { Teams } from "./team/index.ts";
import { createWorkspaces, setAutoApply, workspaceState } from "./workspaces/index.ts";
import { createWorkspaceServers } from "./workspaceServers/index.ts";
import type { Resources } from "./resources.ts";

/** What a host is made from. */
export interface HostPorts {
  readonly dataDir: string;
  readonly version: string;
  readonly resources: Resources;
  readonly carrier: Carrier;
  readonly secrets: MainSecrets | null;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly demoDelayMs: number;
  /** Lines for the host's own log, never for stdout. */
  readonly report: (what: string, error?: unknown) => void;
}

/** Compiled code is kept between starts where the owner of this host named a folder for it; the bundled servers share it. */
const codeCache = (): Record<string, string> => {
  const folder = process.env["NODE_COMPILE_CACHE"];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
};

/** A host at work. */
export interface Host {
  /** Answers one request text. */
  readonly dispatch: (text: string) => Promise<string>;
  /** Ends every server's process tree and closes the log. Running calls show as interrupted at the next start. */
  close(): Promise<void>;
}

type Emit = <N extends EventName>(event: N, data: EventData<N>) => void;

const emitter =
  (carrier: Carrier): Emit =>
  (event, data) => {
    carrier.send(JSON.stringify({ event, data }));
  };

const problemCodes = {
  damaged: "damaged",
  readOnly: "denied",
  full: "resourceExhausted",
  locked: "conflict",
} as const;

const logProblemNotice = (problem: LogProblem): Failure =>
  fail(problemCodes[problem.kind], problem.message, {
    key: `log.${problem.kind}`,
    ...(problem.keptAt === undefined ? {} : { params: { keptAt: problem.keptAt } }),
  }).error;

const openRooms = (ports: HostPorts, emit: Emit) => {
  const redactor = createRedactor();
  const notice = (level: "info" | "warning" | "error", failure: Failure, sessionId?: SessionId): void => {
    emit("app.notice", {
      level,
      at: ports.clock.now(),
      notice: failure,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
  };
  const opened = openEventLog({
    dataDir: ports.dataDir,
    clock: ports.clock,
    redact: (value) => redactor.redact(value),
    onProblem: (problem) => {
      if (problem) notice("error", logProblemNotice(problem));
      else notice("info", fail("internal", "The event log can be written again.", { key: "log.well" }).error);
    },
  });
  if (!opened.ok) return opened;
  const log = opened.value;
  const keys = createKeys(redactor, ports.secrets);
  const { config } = log;
  const note = async (item: Draft): Promise<void> => {
    await log.appendWhenFree([{ ...item, sessionId: SYSTEM }], "crash");
  };
  log.onEvent((event) => {
    emit("session.event", log.toWire(event));
  });
  const store = createSessionStore(log);
  return ok({
    redactor,
    log,
    keys,
    config,
    note,
    notice,
    store,
    summaries: createSummaries(log, store),
    serversFile: createServersFile({
      dataDir: ports.dataDir,
      config,
      onProblem: (problem) => {
        notice("warning", problem);
      },
    }),
    settings: createSettings(config),
  });
};

const infoOf = (
  ports: HostPorts,
  log: { problem(): HostInfo["logProblem"] },
  where: HostInfo["keyStore"],
): HostInfo => {
  const problem = log.problem();
  return {
    version: ports.version,
    node: process.version,
    pid: process.pid,
    dataDir: ports.dataDir,
    keyStore: where,
    ...(problem ? { logProblem: problem } : {}),
  };
};

type Opened = Extract<ReturnType<typeof openRooms>, { ok: true }>["value"];

/** Where every process that this host starts is told of and written down (ARCH-01), and the PATH it gets. */
const openProcesses = ({ carrier, clock, dataDir }: HostPorts) => ({
  book: new ChildBook(dataDir),
  pathEnv: createLoginPath(),
  children: {
    started: ({ pid, startTicks, name }: Parameters<ChildWatch["started"]>[0]) => {
      carrier.sendToMain({ kind: "processStarted", pid, startTicks, name, at: clock.now() });
    },
    ended: (pid: number) => {
      carrier.sendToMain({ kind: "processEnded", pid });
    },
  },
});

type Processes = ReturnType<typeof openProcesses>;

const openTeams = (ports: HostPorts, emit: Emit, { config, note }: Opened, processes: Processes): Teams => {
  const { clock, newId, resources, dataDir } = ports;
  return new Teams(
    {
      ...processes,
      dataDir,
      store: config,
      clock,
      newId,
      program: { nodePath: resources.nodePath, server: resources.workspaceServer },
      env: codeCache(),
      sandbox: () => createSettings(config).get().sandbox,
      onEvent: (type, body) => {
        note(draft(type, body)).catch((error: unknown) => {
          ports.report("a team server's event could not be logged", error);
        });
      },
    },
    {
      onChanged: (change) => {
        emit("team.changed", change);
      },
      onLogged: (teamId, lines) => {
        emit("team.logged", { teamId, lines });
      },
    },
  );
};

const startServers = (
  ports: HostPorts,
  emit: Emit,
  { config, keys, note, redactor, serversFile }: Opened,
  serverAsks: AskRoom,
  processes: Processes,
): ServerManager => {
  const { clock, newId, resources, dataDir, version } = ports;
  const servers = createServerManager({
    dataDir,
    version,
    store: serversFile,
    secrets: keys,
    clock,
    newId,
    resources: {
      nodePath: resources.nodePath,
      workspaceServer: {
        command: resources.nodePath,
        args: (root) => [
          ...[resources.workspaceServer, "--root", root, "--state", workspaceState(dataDir, root)],
          ...["--sandbox", createSettings(config).get().sandbox],
        ],
        env: codeCache(),
      },
    },
    ...processes,
    asks: (serverId, serverName) => serverAsks.for(serverId, serverName),
    redact: (value) => redactor.redact(value),
    onEvent: (type, body) => {
      note(draft(type, body)).catch((error: unknown) => {
        ports.report("a server event could not be logged", error);
      });
    },
  });
  servers.onChanged((change) => {
    emit("server.changed", change);
  });
  servers.onResourceUpdated((serverId, uri) => {
    emit("server.resourceUpdated", { serverId, uri });
  });
  servers.onLogged((serverId, lines) => {
    emit("server.logged", { serverId, lines });
  });
  return servers;
};

const startAgent = (
  ports: HostPorts,
  emit: Emit,
  opened: Opened,
  { servers, serverAsks, catalog, teams }: Pick<Rooms, "servers" | "serverAsks" | "catalog" | "teams">,
): Rooms => {
  const { clock, newId, resources, dataDir } = ports;
  const { redactor, log, keys, config, note, notice, store, summaries, settings } = opened;
  const approvals = createApprovals({
    requested: (approval) => {
      emit("approval.requested", approval);
    },
    resolved: (callId, sessionId, decision) => {
      emit("approval.resolved", { callId, sessionId, decision });
    },
  });
  const sampleTo = `${dataDir}/sample-workspace`;
  const workspaces = createWorkspaces({ config, clock, sampleFrom: resources.sample, sampleTo });
  const shared = { store, summaries, catalog, servers, workspaces, approvals, settings };
  const calling = {
    clock,
    newId,
    notice,
    assess: assessSafely,
    validate: ({ inputSchema, serverName }: ToolEntry, args: JsonObject) =>
      checkArguments(inputSchema, args, serverName),
  };
  const registry = createRegistry(dataDir, clock);
  const agent = createAgent({
    ...shared,
    ...calling,
    redactor,
    known: knownServers(registry, () => settings.get().registryUrl),
    onDelta: (delta) => {
      emit("session.delta", delta);
    },
    turnOnAutoApply: (workspaceId, card) => setAutoApply({ workspaces, note }, workspaceId, true, card),
  });
  const redact = <T>(value: T): T => redactor.redact(value);
  const byHand = createByHand({ ...shared, ...calling, redact, config, nowhere: `${dataDir}/by-hand` });
  const reviews = createReviews({ ...shared, newId, redact });
  const running = createRunning({ servers, note, redact });
  const { report } = ports;
  const workspaceServers = createWorkspaceServers({ config, servers, workspaces, newId, note, report });
  return {
    ...shared,
    serverAsks,
    teams,
    agent,
    byHand,
    bundles: { dataDir },
    registry,
    reviews,
    running,
    workspaceServers,
    log,
    note,
    info: () => infoOf(ports, log, keys.where),
  };
};

/** Closes what an earlier host left open and notes the start. A log that cannot be written now is no reason not to show what it holds. */
const takeUp = async (
  ports: HostPorts,
  rooms: Rooms,
  opened: Opened,
  reapedProcesses: number,
): Promise<void> => {
  try {
    const interruptedCalls = await rooms.agent.recover();
    await rooms.note(
      draft("host.started", { version: ports.version, pid: process.pid, interruptedCalls, reapedProcesses }),
    );
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    opened.notice("error", logFailure(error));
  }
};

/**
 * Wires the host's rooms together. Answers a failure when the data folder cannot be used or another host has it; then nothing was started.
 */
export const createHost = async (ports: HostPorts): Promise<Result<Host>> => {
  const emit = emitter(ports.carrier);
  await initCommandParser();
  const opened = openRooms(ports, emit);
  if (!opened.ok) return opened;
  const reapedProcesses = await reapLeftovers(ports.dataDir);
  const { config, keys } = opened.value;
  const { newId, clock, demoDelayMs } = ports;
  const catalog = createCatalog({ config, keys, newId, clock, demoDelayMs });
  const serverAsks = openServerAsks({
    clock,
    newId,
    catalog,
    emit,
    note: opened.value.note,
    report: ports.report,
  });
  const processes = openProcesses(ports);
  const servers = startServers(ports, emit, opened.value, serverAsks, processes);
  const teams = openTeams(ports, emit, opened.value, processes);
  const rooms = startAgent(ports, emit, opened.value, { servers, serverAsks, catalog, teams });
  await takeUp(ports, rooms, opened.value, reapedProcesses);
  // What was edited while no host ran counts before anything starts.
  await servers.reread();
  rooms.workspaceServers.settle();
  const endFollowing = opened.value.serversFile.follow(() => {
    servers.reread().catch((error: unknown) => {
      ports.report("the edited servers could not be taken up", error);
    });
  });
  servers.startEnabled();
  return ok({
    dispatch: createDispatch(createHandlers(rooms), (error) => {
      ports.report("a request failed", error);
    }),
    close: async () => {
      opened.value.store.freeze();
      endFollowing();
      await Promise.all([servers.close(), teams.close()]);
      await opened.value.log.close();
    },
  });
};
