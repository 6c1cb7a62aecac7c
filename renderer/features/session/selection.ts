import { create } from "zustand";
import type { CallId, SessionId } from "../../../shared/contract/index.ts";

/** Tabs of the inspector beside a session. */
export type InspectorTab = "timeline" | "call" | "state";

interface Selection {
  /** The session shown in the place Chat. */
  readonly sessionId: SessionId | undefined;
  readonly callId: CallId | undefined;
  readonly tab: InspectorTab;
  readonly isInspectorOpen: boolean;
}

/** What the person looks at: choices of the window, never the host's truth. */
export const useSelection = create<Selection>(() => ({
  sessionId: undefined,
  callId: undefined,
  tab: "timeline",
  isInspectorOpen: true,
}));

/** Shows another session; the selected call belongs to the one before and goes with it. */
export const selectSession = (sessionId: SessionId | undefined): void => {
  if (useSelection.getState().sessionId === sessionId) return;
  useSelection.setState({ sessionId, callId: undefined, tab: "timeline" });
};

/** Opens a call in the inspector; `undefined` goes back to the timeline. */
export const selectCall = (callId: CallId | undefined): void =>
  useSelection.setState(
    callId === undefined ? { callId, tab: "timeline" } : { callId, tab: "call", isInspectorOpen: true },
  );

/** Turns to a tab of the inspector and opens it where it is closed. */
export const showInspectorTab = (tab: InspectorTab): void =>
  useSelection.setState({ tab, isInspectorOpen: true });

/** Opens or closes the inspector. */
export const toggleInspector = (isOpen?: boolean): void =>
  useSelection.setState((was) => ({ isInspectorOpen: isOpen ?? !was.isInspectorOpen }));
