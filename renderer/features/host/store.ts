import { createStore, type StoreApi } from "zustand/vanilla";
import type { AppOutput, HostInfo, HostState } from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";

/** What the window knows of the app and of the host behind it. */
export interface HostView {
  readonly app: AppOutput<"app.info"> | undefined;
  readonly host: HostState;
  readonly info: HostInfo | undefined;
}

export interface HostStore extends StoreApi<HostView> {
  /** Reads both again, as after the host came back. */
  refresh(): Promise<void>;
  close(): void;
}

/** Follows the app's and the host's state. Until the first answer the host counts as starting. */
export const createHostStore = (bridge: Bridge, now: () => number): HostStore => {
  const store = createStore<HostView>(() => ({
    app: undefined,
    host: { state: "starting", at: now(), restarts: 0 },
    info: undefined,
  }));
  const readHost = async (): Promise<void> => {
    const info = await bridge.request("host.info", {});
    if (info.ok) store.setState({ info: info.value });
  };
  const refresh = async (): Promise<void> => {
    const app = await bridge.request("app.info", {});
    if (app.ok) store.setState({ app: app.value, host: app.value.host });
    await readHost();
  };
  const end = bridge.subscribe("app.hostChanged", (host) => {
    store.setState({ host });
    if (host.state === "ready")
      readHost().catch((cause: unknown) => console.error("host.info failed", cause));
  });
  // The host tells of trouble with its log by a notice; what exactly is wrong, and whether it still is, stands in `host.info`.
  const endNotices = bridge.subscribe("app.notice", ({ notice }) => {
    if (notice.key?.startsWith("log.") === true)
      readHost().catch((cause: unknown) => console.error("host.info failed", cause));
  });
  return {
    ...store,
    refresh,
    close: () => {
      end();
      endNotices();
    },
  };
};
