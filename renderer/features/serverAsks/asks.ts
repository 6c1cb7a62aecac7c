import { useStore } from "zustand";
import type { ServerId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createAsksStore, type AsksStore, type AsksView } from "./store.ts";

let opened: AsksStore | undefined;

/** The window's one store of what servers ask, started on first use. */
export const asks = (): AsksStore => {
  if (opened === undefined) {
    opened = createAsksStore(bridge);
    opened.refresh().catch((cause: unknown) => console.error("serverAsk.list failed", cause));
  }
  return opened;
};

/** A part of what servers ask. */
export const useAsks = <T>(select: (view: AsksView) => T): T => useStore(asks(), select);

/** How many questions of servers wait for the person: of all, or of one. */
export const useAskCount = (serverId?: ServerId): number =>
  useAsks(
    ({ items }) =>
      items.filter(
        ({ ask, state }) => state !== "gone" && (serverId === undefined || ask.serverId === serverId),
      ).length,
  );
