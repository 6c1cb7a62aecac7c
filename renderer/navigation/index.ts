import { create } from "zustand";
import type { CallId, SessionId } from "../../shared/contract/index.ts";
import { selectCall, selectSession } from "../features/session/index.ts";

/** The places of the window, in the order of the navigation; a number key goes to each but settings. */
export const places = ["chat", "inbox", "servers", "models", "audit", "settings"] as const;
export type Place = (typeof places)[number];

const usePlaces = create<{ readonly place: Place }>(() => ({ place: "chat" }));

/** The place shown now. */
export const usePlace = (): Place => usePlaces((state) => state.place);

/** Goes to a place. */
export const goTo = (place: Place): void => usePlaces.setState({ place });

/** Shows a session in the chat, with one of its calls open where given. */
export const openSession = (sessionId: SessionId, callId?: CallId): void => {
  selectSession(sessionId);
  if (callId !== undefined) selectCall(callId);
  goTo("chat");
};
