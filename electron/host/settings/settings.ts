import { defaultLimits, Settings } from "../../../shared/contract/index.ts";

/** The host's settings: defaults for new sessions. One JSON value in the config table. */
export interface SettingsRoom {
  get(): Settings;
  set(change: Partial<Settings>): Settings;
}

const defaults: Settings = {
  limits: defaultLimits,
  policyMode: "default",
  commandTimeoutMs: 120_000,
  sandbox: "auto",
  registryUrl: "https://registry.modelcontextprotocol.io",
};

/** Makes the room. A stored value that no longer fits gives way to the defaults. */
export const createSettings = (config: {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}): SettingsRoom => {
  const stored = Settings.partial().safeParse(config.get("settings") ?? {});
  let current: Settings = Object.assign({ ...defaults }, stored.success ? stored.data : {});
  return {
    get: () => current,
    set: (change) => {
      current = { ...current, ...change };
      config.set("settings", current);
      return current;
    },
  };
};
