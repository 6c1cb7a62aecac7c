import type { SessionId } from "../../../shared/contract/index.ts";
import type { LoggedEvent } from "../../../shared/events/index.ts";
import { createFold, type Fold } from "../../../shared/session/index.ts";
import type { OpenedLog } from "../log/index.ts";
import { createSeen, type Seen } from "./seen.ts";
import { createTranscript, type Transcript } from "./transcript.ts";
import type { LiveSession } from "./types.ts";

/** The sessions that are open in this host, each folded from the log once and kept up to date by its events. */
export interface SessionStore {
  /** Opens a session from the log; undefined when there is none of that id. */
  get(id: SessionId): LiveSession | undefined;
  /** The session if it is open already; reads nothing. */
  peek(id: SessionId): LiveSession | undefined;
  /** Opens an empty session that is about to get its first event. */
  create(id: SessionId): LiveSession;
  /** From now on nothing is appended any more: whatever still runs waits for ever, and the log says so at the next start. */
  freeze(): void;
}

interface Open {
  readonly fold: Fold;
  readonly transcript: Transcript;
  readonly seen: Seen;
  readonly live: LiveSession;
}

const never = new Promise<never>(() => undefined);

/** Makes the store. It listens to the log, so that every committed event reaches its session before the appender goes on. */
export const createSessionStore = (log: OpenedLog): SessionStore => {
  const open = new Map<SessionId, Open>();
  let isFrozen = false;

  const take = (item: Pick<Open, "fold" | "transcript" | "seen">, event: LoggedEvent): void => {
    if (!item.fold.push(event))
      throw new Error(`session ${event.sessionId}: event ${event.seq} is out of order`);
    item.transcript.push(event);
    item.seen.push(event);
  };

  const make = (id: SessionId): Open => {
    const fold = createFold(id);
    const transcript = createTranscript();
    const seen = createSeen();
    const live: LiveSession = {
      id,
      state: () => fold.state(),
      transcript,
      seen,
      append: (drafts, durability) =>
        isFrozen
          ? never
          : log.appendWhenFree(
              drafts.map((item) => ({ ...item, sessionId: id })),
              durability ?? "crash",
            ),
      events: (afterSeq) => log.readSession(id, afterSeq),
    };
    return { fold, transcript, seen, live };
  };

  log.onEvent((event) => {
    const item = open.get(event.sessionId);
    if (item) take(item, event);
  });

  return {
    get: (id) => {
      const found = open.get(id);
      if (found) return found.live;
      if (log.lastSeq(id) === 0) return undefined;
      const made = make(id);
      for (const event of log.readSession(id)) take(made, event);
      open.set(id, made);
      return made.live;
    },
    peek: (id) => open.get(id)?.live,
    create: (id) => {
      const made = make(id);
      open.set(id, made);
      return made.live;
    },
    freeze: () => {
      isFrozen = true;
    },
  };
};
