import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { SessionId, StepId } from "../../../shared/contract/index.ts";
import type { SessionState } from "../../../shared/session/index.ts";
import { holdSession, sessionStore } from "./open.ts";
import type { SessionView, StepStream } from "./types.ts";

const useHeld = (sessionId: SessionId): void => useEffect(() => holdSession(sessionId), [sessionId]);

/** Gives back the value it gave last as long as the next one is equal, so that an equal selection renders nothing. */
const createKeeper = <T>() => {
  let kept: { readonly value: T } | undefined;
  return (next: T, isEqual: (a: T, b: T) => boolean): T => {
    if (kept === undefined || !isEqual(kept.value, next)) kept = { value: next };
    return kept.value;
  };
};

/** The whole view of a session; renders on every change. Prefer {@link useSessionSelector} below the top. */
export const useSession = (sessionId: SessionId): SessionView => {
  useHeld(sessionId);
  return useStore(sessionStore(sessionId));
};

/**
 * A part of a ready session; `undefined` while it loads or failed. Renders only when `isEqual` (default `Object.is`) says
 * the part changed.
 */
export const useSessionSelector = <T>(
  sessionId: SessionId,
  select: (session: SessionState) => T,
  isEqual: (a: T | undefined, b: T | undefined) => boolean = Object.is,
): T | undefined => {
  useHeld(sessionId);
  const [keep] = useState(createKeeper<T | undefined>);
  return useStore(sessionStore(sessionId), (view) =>
    keep(view.status === "ready" ? select(view.session) : undefined, isEqual),
  );
};

/** The stream of one step; renders per frame while it streams. `undefined` when it does not. */
export const useStepStream = (sessionId: SessionId, stepId: StepId): StepStream | undefined => {
  const { streams } = sessionStore(sessionId);
  return useSyncExternalStore(
    useCallback((listener: () => void) => streams.subscribe(stepId, listener), [streams, stepId]),
    () => streams.get(stepId),
  );
};

/** Reads the session's snapshot again, as the "Try again" of a failed view does. */
export const reloadSession = (sessionId: SessionId): void => sessionStore(sessionId).reload();
