import { useStore } from "zustand";
import { bridge } from "../../bridge/index.ts";
import { createHostStore, type HostView } from "./store.ts";

export type { HostView } from "./store.ts";

const store = createHostStore(bridge, Date.now);

/** A part of what is known of app and host. */
export const useHost = <T>(select: (view: HostView) => T): T => useStore(store, select);

/** Reads app and host information (again). */
export const refreshHost = (): Promise<void> => store.refresh();

/** What is known of app and host right now, outside React. */
export const hostView = (): HostView => store.getState();
