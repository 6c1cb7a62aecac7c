import { createStore, type StoreApi } from "zustand/vanilla";
import type {
  CommandStop,
  Failure,
  Result,
  ServerInfo,
  WorkspaceCommand,
  WorkspaceId,
} from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";

/** What is known of the commands of one workspace. */
export interface WorkspaceCommands {
  readonly workspaceId: WorkspaceId;
  /** Running ones first. */
  readonly commands: readonly WorkspaceCommand[];
  /** Ran when their server, or the host, ended: so they ended too. */
  readonly lost: readonly WorkspaceCommand[];
  readonly since: number | null;
}

export interface RunningView {
  /** By workspace; only workspaces of which something is known. */
  readonly workspaces: readonly WorkspaceCommands[];
  readonly error?: Failure | undefined;
}

export interface RunningStore extends StoreApi<RunningView> {
  /** Reads all lists again. Never rejects. */
  refresh(): Promise<void>;
  /** While somebody looks the lists are read every two seconds, else only while something runs. */
  setWatched(isWatched: boolean): void;
  /** Ends a command; the lists are read again afterwards. Never rejects. */
  stop(workspaceId: WorkspaceId, id: string): Promise<Result<CommandStop>>;
  close(): void;
}

const EVERY_MS = 2_000;
/** Calls come in groups: one reading for all that end together. */
const SETTLE_MS = 250;

const told: ReadonlySet<string> = new Set([
  "call.started",
  "call.completed",
  "call.failed",
  "command.stopped",
]);

const isOwn = (server: ServerInfo): boolean => server.isBundled && server.workspaceId !== undefined;

/** What is known after a new list: a command that ran under an earlier run of its server has ended with it. */
export const takeList = (
  before: WorkspaceCommands | undefined,
  next: Omit<WorkspaceCommands, "lost">,
): WorkspaceCommands => {
  const isNewRun = before !== undefined && before.since !== null && before.since !== next.since;
  const ended = isNewRun ? before.commands.filter(({ isRunning }) => isRunning) : [];
  return { ...next, lost: [...ended, ...(before?.lost ?? [])].slice(0, 20) };
};

interface Heard {
  readonly known: Set<WorkspaceId>;
  readonly plan: (ms: number) => void;
  readonly readAll: () => void;
}

/** What makes the lists old: the end of a call, a server that came, a new host. */
const listen = (bridge: Bridge, { known, plan, readAll }: Heard) => [
  bridge.subscribe("session.event", ({ type }) => {
    if (told.has(type)) plan(SETTLE_MS);
  }),
  bridge.subscribe("server.changed", ({ server }) => {
    if (server === undefined || !isOwn(server)) return;
    known.add(server.workspaceId as WorkspaceId);
    plan(SETTLE_MS);
  }),
  bridge.subscribe("app.hostChanged", (host) => {
    if (host.state === "ready") readAll();
  }),
];

/** Which workspaces have a server in this window's host. */
const learn = async (bridge: Bridge, known: Set<WorkspaceId>): Promise<void> => {
  const servers = await bridge.request("server.list", {});
  if (servers.ok)
    for (const { workspaceId } of servers.value.filter(isOwn)) known.add(workspaceId as WorkspaceId);
};

/** Follows the commands of every workspace whose server runs in this window's host. */
export const createRunningStore = (bridge: Bridge): RunningStore => {
  const store = createStore<RunningView>(() => ({ workspaces: [] }));
  const known = new Set<WorkspaceId>();
  let isWatched = false;
  let round = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hasRunning = (): boolean =>
    store.getState().workspaces.some(({ commands }) => commands.some(({ isRunning }) => isRunning));

  const plan = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(again, ms);
  };

  const readList = async (workspaceId: WorkspaceId, mine: number): Promise<void> => {
    const answer = await bridge.request("command.list", { workspaceId });
    if (mine !== round) return;
    if (!answer.ok) {
      store.setState({ error: answer.error });
      return;
    }
    store.setState(({ workspaces }) => {
      const before = workspaces.find((one) => one.workspaceId === workspaceId);
      const next = takeList(before, { workspaceId, ...answer.value });
      const others = workspaces.filter((one) => one !== before);
      return { workspaces: [...others, next], error: undefined };
    });
  };

  const refresh = async (): Promise<void> => {
    const mine = (round += 1);
    await Promise.all([...known].map((workspaceId) => readList(workspaceId, mine)));
    if (mine === round && (isWatched || hasRunning())) plan(EVERY_MS);
  };

  const again = (): void => {
    refresh().catch((cause: unknown) => console.error("command.list failed", cause));
  };

  const readAll = (): void => {
    learn(bridge, known)
      .then(refresh)
      .catch((cause: unknown) => console.error("server.list failed", cause));
  };

  const ends = listen(bridge, { known, plan, readAll });
  readAll();

  return {
    ...store,
    refresh,
    setWatched: (next) => {
      isWatched = next;
      if (next) again();
    },
    stop: async (workspaceId, id) => {
      const answer = await bridge.request("command.stop", { workspaceId, id });
      await refresh();
      return answer;
    },
    close: () => {
      clearTimeout(timer);
      for (const end of ends) end();
    },
  };
};
