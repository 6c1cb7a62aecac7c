import { realBridge } from "./real.ts";
import { refusal } from "./refusal.ts";
import type { Bridge } from "./types.ts";

export type * from "./types.ts";

let current: Bridge | undefined;

const missing: Bridge = {
  request: async (name) =>
    refusal(
      "notAvailable",
      `Nothing answers ${name}: this page runs outside Loopwright. Open it in the app.`,
    ),
  subscribe: () => () => undefined,
};

const inUse = (): Bridge => (current ??= realBridge() ?? missing);

/** Puts another bridge in place, before anything asks the first question: tests and the page shown without a host. */
export const installBridge = (bridge: Bridge): void => {
  current = bridge;
};

/** The page's only way to the host and the app. Nothing else touches what the preload script exposes. */
export const bridge: Bridge = {
  request: (name, params) => inUse().request(name, params),
  subscribe: (name, listener) => inUse().subscribe(name, listener),
};
