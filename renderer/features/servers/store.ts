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
  /** Resources that the person wants to hear of, by server and address; true once one has changed since it was read. */
  readonly watched: Readonly<Record<ServerId, Readonly<Record<string, boolean>>>>;
}

export interface ServersStore extends StoreApi<ServersView> {
  refresh(): Promise<void>;
  /** Reads a server's log and follows it from then on. */
  followLog(serverId: ServerId): Promise<void>;
  /** Asks the server to tell of changes of a resource, or to stop that; answers why it did not. */
  watch(serverId: ServerId, uri: string, isOn: boolean): Promise<Failure | undefined>;
  /** A watched resource was read just now: what it holds is known again. */
  sawResource(serverId: ServerId, uri: string): void;
  close(): void;
}

/** Lines kept per server in the page; the host keeps its own. */
const KEPT_LINES = 5000;

const upsert = (items: readonly ServerInfo[], server: ServerInfo): readonly ServerInfo[] =>
  items.some((item) => item.serverId === server.serverId)
    ? items.map((item) => (item.serverId === server.serverId ? server : item))
    : [...items, server];

/** Keeps which resources the person wants to hear of, and which of them have changed since they were read. */
const watcher = (bridge: Bridge, store: StoreApi<ServersView>) => {
  const mark = (serverId: ServerId, uri: string, isUpdated: boolean | undefined): void =>
    store.setState(({ watched }) => {
      const others = Object.entries(watched[serverId] ?? {}).filter(([known]) => known !== uri);
      const own = isUpdated === undefined ? others : [...others, [uri, isUpdated] as const];
      return { watched: { ...watched, [serverId]: Object.fromEntries(own) } };
    });
  const isWatched = (serverId: ServerId, uri: string): boolean =>
    Object.hasOwn(store.getState().watched[serverId] ?? {}, uri);
  const watch: ServersStore["watch"] = async (serverId, uri, isOn) => {
    const answer = await bridge.request("server.subscribe", { serverId, uri, isOn });
    if (!answer.ok) return answer.error;
    mark(serverId, uri, isOn ? false : undefined);
    return undefined;
  };
  return {
    watch,
    heard: (serverId: ServerId, uri: string): void => {
      if (isWatched(serverId, uri)) mark(serverId, uri, true);
    },
    sawResource: (serverId: ServerId, uri: string): void => {
      if (isWatched(serverId, uri)) mark(serverId, uri, false);
    },
  };
};

/** Follows `server.list`, `server.changed` and, for opened logs, `server.logged`. */
export const createServersStore = (bridge: Bridge): ServersStore => {
  const store = createStore<ServersView>(() => ({
    status: "loading",
    items: [],
    error: undefined,
    logs: {},
    watched: {},
  }));
  const watching = watcher(bridge, store);
  const refresh = async (): Promise<void> => {
    const answer = await bridge.request("server.list", {});
    if (answer.ok) store.setState({ status: "ready", items: answer.value, error: undefined });
    else store.setState({ status: "failed", error: answer.error });
  };
  const ends: Unsubscribe[] = [
    bridge.subscribe("server.changed", ({ server, removed }) =>
      store.setState(({ items, watched }) => {
        const kept = removed === undefined ? items : items.filter((item) => item.serverId !== removed);
        // Subscriptions end with the connection.
        const hasEnded =
          server !== undefined && server.state !== "ready" && watched[server.serverId] !== undefined;
        return {
          items: server === undefined ? kept : upsert(kept, server),
          ...(hasEnded ? { watched: { ...watched, [server.serverId]: {} } } : {}),
        };
      }),
    ),
    bridge.subscribe("server.resourceUpdated", ({ serverId, uri }) => {
      watching.heard(serverId, uri);
    }),
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
    watch: watching.watch,
    sawResource: watching.sawResource,
    close: () => {
      for (const end of ends) end();
    },
  };
};
