import { createStore, type StoreApi } from "zustand/vanilla";
import type { EventName, Failure } from "../../../shared/contract/index.ts";
import type { AnyEvent, EventType } from "../../../shared/events/index.ts";
import type { SessionSummary } from "../../../shared/session/index.ts";
import type { Bridge, Unsubscribe } from "../../bridge/index.ts";

/** The list of sessions as the host gives it, newest first. `error` stands beside the last good list. */
export interface SessionsView {
  readonly status: "loading" | "ready" | "failed";
  readonly items: readonly SessionSummary[];
  readonly nextCursor: string | undefined;
  readonly error: Failure | undefined;
}

export interface SessionsStore extends StoreApi<SessionsView> {
  /** Reads the list from its start. Questions asked while one is under way share one more answer. */
  refresh(): Promise<void>;
  /** Reads the next page, if there is one. */
  more(): Promise<void>;
  close(): void;
}

const PAGE = 100;

/** Events that change a line of the list; the many others (steps, progress) do not. */
const tellsOfLine: ReadonlySet<EventType> = new Set([
  "session.created",
  "session.renamed",
  "session.changed",
  "message.user",
  "call.approvalRequested",
  "call.decided",
  "call.failed",
  "turn.ended",
]);

/** Keeps one read running at a time and one more after it when something asked meanwhile. */
const createReader = (read: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    try {
      do {
        isAskedAgain = false;
        await read();
      } while (isAskedAgain);
    } finally {
      running = undefined;
    }
  };
  return () => {
    if (running === undefined) {
      // Cleared where the loop ends, not a tick later: a question in between would be taken for one that is answered.
      running = run();
    } else isAskedAgain = true;
    return running;
  };
};

/** Follows the list: read at the start, again whenever an event says that a line changed or the host came back. */
export const createSessionsStore = (bridge: Bridge): SessionsStore => {
  const store = createStore<SessionsView>(() => ({
    status: "loading",
    items: [],
    nextCursor: undefined,
    error: undefined,
  }));
  const refresh = createReader(async () => {
    const limit = Math.min(500, Math.max(PAGE, store.getState().items.length));
    const answer = await bridge.request("session.list", { limit });
    if (!answer.ok) store.setState({ status: "failed", error: answer.error });
    else {
      const { items, nextCursor } = answer.value;
      store.setState({ status: "ready", items, nextCursor, error: undefined });
    }
  });
  const readSoon = (): void => {
    refresh().catch((cause: unknown) => console.error("session.list failed", cause));
  };
  const hear = (event: AnyEvent): void => {
    if (tellsOfLine.has(event.type)) readSoon();
  };
  const ends: Unsubscribe[] = [
    bridge.subscribe("session.event", hear),
    ...(["approval.requested", "approval.resolved"] as const satisfies readonly EventName[]).map((name) =>
      bridge.subscribe(name, readSoon),
    ),
    bridge.subscribe("app.hostChanged", (host) => {
      if (host.state === "ready") readSoon();
    }),
  ];
  const more = async (): Promise<void> => {
    const { nextCursor } = store.getState();
    if (nextCursor === undefined) return;
    const answer = await bridge.request("session.list", { limit: PAGE, cursor: nextCursor });
    if (!answer.ok) store.setState({ error: answer.error });
    else
      store.setState(({ items }) => ({
        items: [
          ...items,
          ...answer.value.items.filter((item) => !items.some((have) => have.sessionId === item.sessionId)),
        ],
        nextCursor: answer.value.nextCursor,
      }));
  };
  return {
    ...store,
    refresh,
    more,
    close: () => {
      for (const end of ends) end();
    },
  };
};
