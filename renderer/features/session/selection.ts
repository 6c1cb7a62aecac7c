import { create } from "zustand";
import type { CallId, SessionId, TurnId } from "../../../shared/contract/index.ts";

/** Tabs of the inspector beside a session. */
export type InspectorTab = "timeline" | "call" | "state";

interface Selection {
  /** The session shown in the place Chat. */
  readonly sessionId: SessionId | undefined;
  readonly callId: CallId | undefined;
  readonly tab: InspectorTab;
  readonly isInspectorOpen: boolean;
  /** The review that was last asked for; `round` grows, so that asking again for the same one is heard. */
  readonly review: { readonly turnId: TurnId; readonly round: number } | undefined;
}

/** What the person looks at: choices of the window, never the host's truth. */
export const useSelection = create<Selection>(() => ({
  sessionId: undefined,
  callId: undefined,
  tab: "timeline",
  isInspectorOpen: true,
  review: undefined,
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

/** Brings the review of a turn into view, opened and focused. */
export const showReview = (turnId: TurnId): void =>
  useSelection.setState(({ review }) => ({ review: { turnId, round: (review?.round ?? 0) + 1 } }));

/** Turns to a tab of the inspector and opens it where it is closed. */
export const showInspectorTab = (tab: InspectorTab): void =>
  useSelection.setState({ tab, isInspectorOpen: true });

/** Opens or closes the inspector. */
export const toggleInspector = (isOpen?: boolean): void =>
  useSelection.setState((was) => ({ isInspectorOpen: isOpen ?? !was.isInspectorOpen }));
