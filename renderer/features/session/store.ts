import { createStore, type StoreApi } from "zustand/vanilla";
import type { EventData, SessionId } from "../../../shared/contract/index.ts";
import type { AnyEvent, LoggedEvent } from "../../../shared/events/index.ts";
// The file itself, not the folder's index: that brings the schemas, and with them zod, into the page.
import { createFold, type Fold } from "../../../shared/session/fold.ts";
import type { Bridge, Unsubscribe } from "../../bridge/index.ts";
import { createFrameTask } from "./frames.ts";
import { createStepStreams, type StepStreams } from "./streams.ts";
import type { SessionView } from "./types.ts";

/** One session as the page follows it. */
export interface SessionStore extends StoreApi<SessionView> {
  readonly streams: StepStreams;
  /** Reads the snapshot again, as after a failure. */
  reload(): void;
  /** Stops following; the view stays as it is. */
  close(): void;
}

/** How many events may wait while a snapshot is read, before the oldest go: the snapshot that comes holds them anyway. */
const MAX_WAITING = 20_000;

const bounded = <T>(waiting: T[], one: T): T[] => {
  waiting.push(one);
  return waiting.length > MAX_WAITING ? waiting.slice(-MAX_WAITING) : waiting;
};

/** Folds events in order and says which were left over because one before them is missing. */
const foldEvents = (fold: Fold, events: readonly AnyEvent[], streams: StepStreams): readonly AnyEvent[] => {
  let { lastSeq } = fold.state();
  for (const [at, event] of events.entries()) {
    if (event.seq <= lastSeq) continue;
    // Our own log is the only writer of events, so type and body belong together.
    const logged = event as unknown as LoggedEvent;
    if (!fold.push(logged)) return events.slice(at);
    lastSeq = event.seq;
    streams.follow(logged);
  }
  return [];
};

/** Everything that arrived since the last frame, applied together so that a burst of events costs one render. */
const createFollower = (
  bridge: Bridge,
  sessionId: SessionId,
  store: StoreApi<SessionView>,
  streams: StepStreams,
) => {
  let fold: Fold | undefined;
  let isReading = false;
  let isClosed = false;
  let events: AnyEvent[] = [];
  let deltas: EventData<"session.delta">[] = [];

  const apply = (): void => {
    if (fold === undefined) return;
    const waiting = events;
    events = [];
    const left = foldEvents(fold, waiting, streams);
    if (left.length > 0) {
      events = [...left, ...events];
      read();
      return;
    }
    if (waiting.length > 0) store.setState({ status: "ready", sessionId, session: fold.state() }, true);
    for (const delta of deltas) if (isStreaming(fold, delta)) streams.push(delta);
    deltas = [];
  };
  const frame = createFrameTask(apply);

  const read = (): void => {
    if (isReading || isClosed) return;
    isReading = true;
    bridge
      .request("session.snapshot", { sessionId })
      .then((answer) => {
        isReading = false;
        if (isClosed) return;
        if (!answer.ok) return store.setState({ status: "failed", sessionId, error: answer.error }, true);
        fold = createFold(answer.value);
        events = events.filter((event) => event.seq > answer.value.lastSeq);
        store.setState({ status: "ready", sessionId, session: answer.value }, true);
        if (events.length > 0 || deltas.length > 0) frame.ask();
      })
      .catch((cause: unknown) => console.error("reading the session failed", cause));
  };

  return {
    read,
    hear: (event: AnyEvent) => {
      events = bounded(events, event);
      frame.ask();
    },
    hearDelta: (delta: EventData<"session.delta">) => {
      deltas = bounded(deltas, delta);
      frame.ask();
    },
    close: () => {
      isClosed = true;
      frame.cancel();
    },
  };
};

/** Whether the step still takes pieces: one that arrives after the step's end would bring back a stream that is over. */
const isStreaming = (fold: Fold, delta: EventData<"session.delta">): boolean => {
  const { steps } = fold.state();
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const step = steps[at];
    if (step?.stepId === delta.stepId) return step.state === "requested";
  }
  return false;
};

/**
 * Follows one session: snapshot first, then the host's events folded once per frame. A gap in `seq`, and a host that
 * restarted, read the snapshot again.
 */
export const createSessionStore = (bridge: Bridge, sessionId: SessionId): SessionStore => {
  const store = createStore<SessionView>(() => ({ status: "loading", sessionId }));
  const streams = createStepStreams();
  const follower = createFollower(bridge, sessionId, store, streams);
  const ends: Unsubscribe[] = [
    bridge.subscribe("session.event", (event) => {
      if (event.sessionId === sessionId) follower.hear(event);
    }),
    bridge.subscribe("session.delta", (delta) => {
      if (delta.sessionId === sessionId) follower.hearDelta(delta);
    }),
    bridge.subscribe("app.hostChanged", (host) => {
      if (host.state === "ready") follower.read();
    }),
  ];
  follower.read();
  return {
    ...store,
    streams,
    reload: () => {
      store.setState({ status: "loading", sessionId }, true);
      follower.read();
    },
    close: () => {
      follower.close();
      for (const end of ends) end();
    },
  };
};
