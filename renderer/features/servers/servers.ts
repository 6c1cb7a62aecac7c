import { create, useStore } from "zustand";
import type { ServerId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createServersStore, type ServersView } from "./store.ts";

/** The window's one store of servers. */
export const serversStore = createServersStore(bridge);

/** A part of what is known of the servers. */
export const useServers = <T>(select: (view: ServersView) => T): T => useStore(serversStore, select);

/** Reads the servers again. */
export const refreshServers = (): Promise<void> => serversStore.refresh();

/** What the dialog is open for: a new server, or one that is changed. */
export type ServerForm = { readonly kind: "add" } | { readonly kind: "edit"; readonly serverId: ServerId };

interface ServersPage {
  readonly selected: ServerId | undefined;
  readonly form: ServerForm | undefined;
  readonly removing: ServerId | undefined;
}

/** Choices of the person on this page. */
export const useServersPage = create<ServersPage>(() => ({
  selected: undefined,
  form: undefined,
  removing: undefined,
}));

/** Shows one server, or the whole list again. */
export const selectServer = (selected: ServerId | undefined): void => useServersPage.setState({ selected });

/** Opens the dialog that adds a server. */
export const startAddingServer = (): void => useServersPage.setState({ form: { kind: "add" } });
