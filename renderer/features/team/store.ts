import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure, ServerId, ServerLogLine, TeamInfo } from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";

/** The team servers as the host tells of them. */
export interface TeamsView {
  readonly status: "loading" | "ready" | "failed";
  readonly items: readonly TeamInfo[];
  readonly error: Failure | undefined;
  /** Log lines of team servers whose log was opened, oldest first. */
  readonly logs: Readonly<Record<ServerId, readonly ServerLogLine[]>>;
}

export interface TeamsStore extends StoreApi<TeamsView> {
  refresh(): Promise<void>;
  /** Reads the log of one and follows it from then on. */
  followLog(teamId: ServerId): Promise<void>;
}

/** Lines kept per server in the page; the host keeps its own. */
const KEPT_LINES = 2000;

const upsert = (items: readonly TeamInfo[], team: TeamInfo): readonly TeamInfo[] =>
  items.some((item) => item.teamId === team.teamId)
    ? items.map((item) => (item.teamId === team.teamId ? team : item))
    : [...items, team];

/** Follows `team.list`, `team.changed` and, for opened logs, `team.logged`; lives as long as the window. */
export const createTeamsStore = (bridge: Bridge): TeamsStore => {
  const store = createStore<TeamsView>(() => ({ status: "loading", items: [], error: undefined, logs: {} }));
  const refresh = async (): Promise<void> => {
    const answer = await bridge.request("team.list", {});
    if (answer.ok) store.setState({ status: "ready", items: answer.value, error: undefined });
    else store.setState({ status: "failed", error: answer.error });
  };
  bridge.subscribe("team.changed", ({ team, removed }) =>
    store.setState(({ items }) => {
      const kept = removed === undefined ? items : items.filter((item) => item.teamId !== removed);
      return { items: team === undefined ? kept : upsert(kept, team) };
    }),
  );
  bridge.subscribe("team.logged", ({ teamId, lines }) => {
    const have = store.getState().logs[teamId];
    if (have === undefined) return;
    store.setState(({ logs }) => ({ logs: { ...logs, [teamId]: [...have, ...lines].slice(-KEPT_LINES) } }));
  });
  bridge.subscribe("app.hostChanged", (host) => {
    if (host.state === "ready") refresh().catch((cause: unknown) => console.error("team.list failed", cause));
  });
  return {
    ...store,
    refresh,
    followLog: async (teamId) => {
      const answer = await bridge.request("team.log", { teamId });
      if (answer.ok) store.setState(({ logs }) => ({ logs: { ...logs, [teamId]: answer.value } }));
    },
  };
};
