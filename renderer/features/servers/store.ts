import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure, ServerId, ServerInfo, ServerLogLine } from "../../../shared/contract/index.ts";
import type { Bridge, Unsubscribe } from "../../bridge/index.ts";

/** The servers as the host tells of them. */
export interface ServersView {
  readonly status: "loading" | "ready" | "failed";
  readonly items: readonly ServerInfo[];
  readonly error: Failure | undefined;
  /** Log lines of servers whose log was opened, oldest first. */
  readonly logs: Readonly<Record<ServerId, readonly ServerLogLine[]>>;
}

export interface ServersStore extends StoreApi<ServersView> {
  refresh(): Promise<void>;
  /** Reads a server's log and follows it from then on. */
  followLog(serverId: ServerId): Promise<void>;
  close(): void;
}

/** Lines kept per server in the page; the host keeps its own. */
const KEPT_LINES = 5000;

const upsert = (items: readonly ServerInfo[], server: ServerInfo): readonly ServerInfo[] =>
  items.some((item) => item.serverId === server.serverId)
    ? items.map((item) => (item.serverId === server.serverId ? server : item))
    : [...items, server];

/** Follows `server.list`, `server.changed` and, for opened logs, `server.logged`. */
export const createServersStore = (bridge: Bridge): ServersStore => {
  const store = createStore<ServersView>(() => ({
    status: "loading",
    items: [],
    error: undefined,
    logs: {},
  }));
  const refresh = async (): Promise<void> => {
    const answer = await bridge.request("server.list", {});
    if (answer.ok) store.setState({ status: "ready", items: answer.value, error: undefined });
    else store.setState({ status: "failed", error: answer.error });
  };
  const ends: Unsubscribe[] = [
    bridge.subscribe("server.changed", ({ server, removed }) =>
      store.setState(({ items }) => {
        const kept = removed === undefined ? items : items.filter((item) => item.serverId !== removed);
        return { items: server === undefined ? kept : upsert(kept, server) };
      }),
    ),
    bridge.subscribe("server.logged", ({ serverId, lines }) => {
      const have = store.getState().logs[serverId];
      if (have === undefined) return;
      store.setState(({ logs }) => ({
        logs: { ...logs, [serverId]: [...have, ...lines].slice(-KEPT_LINES) },
      }));
    }),
    bridge.subscribe("app.hostChanged", (host) => {
      if (host.state === "ready")
        refresh().catch((cause: unknown) => console.error("server.list failed", cause));
    }),
  ];
  return {
    ...store,
    refresh,
    followLog: async (serverId) => {
      const answer = await bridge.request("server.log", { serverId });
      if (answer.ok)
        store.setState(({ logs }) => ({ logs: { ...logs, [serverId]: answer.value.slice(-KEPT_LINES) } }));
    },
    close: () => {
      for (const end of ends) end();
    },
  };
};
