import type { SessionId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createSessionStore, type SessionStore } from "./store.ts";

/** Sessions kept warm after they were left, so that going back and forth does not read them again. */
const KEPT = 4;

const open = new Map<SessionId, { readonly store: SessionStore; users: number }>();

const dropOldest = (): void => {
  const idle = [...open].filter(([, entry]) => entry.users === 0);
  for (const [id, entry] of idle.slice(0, Math.max(0, idle.length - KEPT))) {
    entry.store.close();
    open.delete(id);
  }
};

/** The store of a session, made on first use. Reading it does not keep it open: see {@link holdSession}. */
export const sessionStore = (sessionId: SessionId): SessionStore => {
  const have = open.get(sessionId);
  if (have !== undefined) return have.store;
  const store = createSessionStore(bridge, sessionId);
  open.set(sessionId, { store, users: 0 });
  return store;
};

/** Keeps the session followed until the returned function is called; some more are kept for a quick way back. */
export const holdSession = (sessionId: SessionId): (() => void) => {
  sessionStore(sessionId);
  const entry = open.get(sessionId);
  if (entry === undefined) return () => undefined;
  entry.users += 1;
  open.delete(sessionId);
  open.set(sessionId, entry);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    entry.users -= 1;
    dropOldest();
  };
};
