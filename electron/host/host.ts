import {
  fail,
  ok,
  type EventData,
  type EventName,
  type Failure,
  type HostInfo,
  type Result,
  type SessionId,
} from "../../shared/contract/index.ts";
import { createAgent } from "./agent/index.ts";
import { createDispatch, type Carrier } from "./carrier/index.ts";
import { createCatalog } from "./catalog/index.ts";
import { LogError, logFailure, openEventLog, type LogProblem } from "./log/index.ts";
import {
  createLoginPath,
  createServerManager,
  describeArgumentProblem,
  reapLeftovers,
  validateArguments,
  type ServerManager,
} from "./mcp/index.ts";
import { assessSafely, createApprovals, initCommandParser } from "./policy/index.ts";
import type { Clock, NewId } from "./ports.ts";
import { createHandlers, SYSTEM, type Rooms } from "./requests/index.ts";
import { createKeys, createRedactor, type MainSecrets } from "./secrets/index.ts";
import { createSessionStore, createSummaries, draft, type Draft } from "./sessions/index.ts";
import { createSettings } from "./settings/index.ts";
import { createWorkspaces, workspaceState } from "./workspaces/index.ts";
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

const startServers = (ports: HostPorts, emit: Emit, { config, keys, note }: Opened): ServerManager => {
  const { carrier, clock, newId, resources, dataDir, version } = ports;
  const servers = createServerManager({
    dataDir,
    version,
    store: config,
    secrets: keys,
    clock,
    newId,
    resources: {
      nodePath: resources.nodePath,
      workspaceServer: {
        command: resources.nodePath,
        args: (root) => [resources.workspaceServer, "--root", root, "--state", workspaceState(dataDir, root)],
        env: codeCache(),
      },
    },
    pathEnv: createLoginPath(),
    children: {
      started: ({ pid, startTicks, name }) => {
        carrier.sendToMain({ kind: "processStarted", pid, startTicks, name, at: clock.now() });
      },
      ended: (pid) => {
        carrier.sendToMain({ kind: "processEnded", pid });
      },
    },
    onEvent: (type, body) => {
      note(draft(type, body)).catch((error: unknown) => {
        ports.report("a server event could not be logged", error);
      });
    },
  });
  servers.onChanged((change) => {
    emit("server.changed", change);
  });
  servers.onLogged((serverId, lines) => {
    emit("server.logged", { serverId, lines });
  });
  return servers;
};

const startAgent = (ports: HostPorts, emit: Emit, opened: Opened, servers: ServerManager): Rooms => {
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
  const catalog = createCatalog({ config, keys, newId, clock, demoDelayMs: ports.demoDelayMs });
  const sampleTo = `${dataDir}/sample-workspace`;
  const workspaces = createWorkspaces({ config, clock, sampleFrom: resources.sample, sampleTo });
  const shared = { store, summaries, catalog, servers, workspaces, approvals, settings };
  const agent = createAgent({
    ...shared,
    redactor,
    clock,
    newId,
    notice,
    assess: assessSafely,
    validate: ({ inputSchema }, args) => {
      const problem = validateArguments(inputSchema, args);
      return problem === null ? null : describeArgumentProblem(problem);
    },
    onDelta: (delta) => {
      emit("session.delta", delta);
    },
  });
  return { ...shared, agent, log, note, info: () => infoOf(ports, log, keys.where) };
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
  const servers = startServers(ports, emit, opened.value);
  const rooms = startAgent(ports, emit, opened.value, servers);
  await takeUp(ports, rooms, opened.value, reapedProcesses);
  servers.startEnabled();
  return ok({
    dispatch: createDispatch(createHandlers(rooms), (error) => {
      ports.report("a request failed", error);
    }),
    close: async () => {
      opened.value.store.freeze();
      await servers.close();
      await opened.value.log.close();
    },
  });
};
