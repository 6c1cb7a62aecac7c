import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure, Settings } from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";

/** The host's settings. `error` is the last change or read that failed; the settings shown are what the host holds. */
export interface SettingsView {
  readonly settings: Settings | undefined;
  readonly error: Failure | undefined;
}

export interface SettingsStore extends StoreApi<SettingsView> {
  refresh(): Promise<void>;
  /** Writes a change at once; what the host answers is what counts. */
  change(change: Partial<Settings>): Promise<void>;
}

/** The settings as the host holds them. */
export const createSettingsStore = (bridge: Bridge): SettingsStore => {
  const store = createStore<SettingsView>(() => ({ settings: undefined, error: undefined }));
  return {
    ...store,
    refresh: async () => {
      const answer = await bridge.request("settings.get", {});
      if (answer.ok) store.setState({ settings: answer.value, error: undefined });
      else store.setState({ error: answer.error });
    },
    change: async (change) => {
      const answer = await bridge.request("settings.set", change);
      if (answer.ok) store.setState({ settings: answer.value, error: undefined });
      else store.setState({ error: answer.error });
    },
  };
};
