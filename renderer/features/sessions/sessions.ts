import { create, useStore } from "zustand";
import type { SessionId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createSessionsStore, type SessionsView } from "./store.ts";

const store = createSessionsStore(bridge);

/** A part of the list of sessions. */
export const useSessions = <T>(select: (view: SessionsView) => T): T => useStore(store, select);

/** Reads the list again. */
export const refreshSessions = (): Promise<void> => store.refresh();

/** Reads the next page of the list. */
export const moreSessions = (): Promise<void> => store.more();

/** The list right now, outside React. */
export const sessionsNow = (): SessionsView => store.getState();

interface Dialogs {
  readonly isCreating: boolean;
  readonly workspacePath: string | undefined;
  readonly renaming: SessionId | undefined;
}

/** Which dialog of this feature is open. */
export const useSessionDialogs = create<Dialogs>(() => ({
  isCreating: false,
  workspacePath: undefined,
  renaming: undefined,
}));

/** Opens the dialog for a new session, with a folder chosen already where one is given. */
export const startCreating = (workspacePath?: string): void =>
  useSessionDialogs.setState({ isCreating: true, workspacePath });

/** Opens the dialog that renames a session. */
export const startRenaming = (sessionId: SessionId): void =>
  useSessionDialogs.setState({ renaming: sessionId });

/** Closes whichever is open. */
export const closeSessionDialogs = (): void =>
  useSessionDialogs.setState({ isCreating: false, renaming: undefined });
