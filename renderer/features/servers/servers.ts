import { create, useStore } from "zustand";
import type { CallId, Failure, JsonObject, ServerId, SessionId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import type { ServerFields } from "./definition.ts";
import { createServersStore, type ServersView } from "./store.ts";

/** The window's one store of servers. */
export const serversStore = createServersStore(bridge);

/** A part of what is known of the servers. */
export const useServers = <T>(select: (view: ServersView) => T): T => useStore(serversStore, select);

/** Reads the servers again. */
export const refreshServers = (): Promise<void> => serversStore.refresh();

/** What the dialog is open for: a new server, or one that is changed. */
export type ServerForm =
  | { readonly kind: "add"; readonly fields?: Partial<ServerFields> }
  | { readonly kind: "edit"; readonly serverId: ServerId };

/** The parts of a server's page. */
export type DetailTab = "overview" | "tools" | "resources" | "prompts" | "log" | "protocol";

/** A call that was made by hand on a server's page. */
export interface TriedCall {
  readonly sessionId: SessionId;
  readonly callId: CallId;
  readonly arguments: JsonObject;
}

interface ServersPage {
  readonly selected: ServerId | undefined;
  /** The server whose page was closed last: the keys go back to its card. */
  readonly left: ServerId | undefined;
  readonly form: ServerForm | undefined;
  readonly removing: ServerId | undefined;
  /** The open part of the selected server, and its open tools: still so after a look at another place. */
  readonly tab: DetailTab;
  readonly openTools: readonly string[];
  /** The last call by hand of each tool, by server and tool. */
  readonly tried: Readonly<Record<string, TriedCall>>;
  /** Why the last sign-in at a server, or its end, did not go through. */
  readonly signInFailures: Readonly<Record<ServerId, Failure>>;
}

/** Choices of the person on this page. */
export const useServersPage = create<ServersPage>(() => ({
  selected: undefined,
  left: undefined,
  form: undefined,
  removing: undefined,
  tab: "overview",
  openTools: [],
  tried: {},
  signInFailures: {},
}));

/** Why the last sign-in at a server did not go through; undefined when it did, or none was tried. */
export const useSignInFailure = (serverId: ServerId): Failure | undefined =>
  useServersPage(({ signInFailures }) => signInFailures[serverId]);

/** Remembers how a sign-in went. */
export const noteSignIn = (serverId: ServerId, failure: Failure | undefined): void =>
  useServersPage.setState(({ signInFailures }) => {
    const { [serverId]: _, ...others } = signInFailures;
    return { signInFailures: failure === undefined ? others : { ...others, [serverId]: failure } };
  });

/** Whether something has the keys: what had them may have gone with the page it stood on. */
export const hasFocus = (): boolean => document.activeElement !== document.body;

/** Shows one server, or the whole list again. */
export const selectServer = (selected: ServerId | undefined): void =>
  useServersPage.setState(({ selected: before }) => ({
    selected,
    left: selected === undefined ? before : undefined,
    tab: "overview",
    openTools: [],
  }));

/** Opens a tool of the selected server, or closes it. */
export const toggleTool = (name: string): void =>
  useServersPage.setState(({ openTools }) => ({
    openTools: openTools.includes(name) ? openTools.filter((open) => open !== name) : [...openTools, name],
  }));

const triedKey = (serverId: ServerId, tool: string): string => JSON.stringify([serverId, tool]);

/** The last call by hand of a tool. */
export const useTried = (serverId: ServerId, tool: string): TriedCall | undefined =>
  useServersPage(({ tried }) => tried[triedKey(serverId, tool)]);

/** Remembers a call by hand while the window is open. */
export const keepTried = (serverId: ServerId, tool: string, call: TriedCall): void =>
  useServersPage.setState(({ tried }) => ({ tried: { ...tried, [triedKey(serverId, tool)]: call } }));

/** Opens the dialog that adds a server. */
export const startAddingServer = (): void => useServersPage.setState({ form: { kind: "add" } });

/** The same for an address that is known already; what it asks for, such as a token, is typed as a header's value. */
export const startAddingAddress = (name: string, url: string): void => {
  const headers = [{ name: "Authorization", value: "" }];
  useServersPage.setState({ form: { kind: "add", fields: { kind: "http", name, url, headers } } });
};
