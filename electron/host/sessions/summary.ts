import { isInBackground, SessionSummary, type SessionState } from "../../../shared/session/index.ts";
import type { SessionId, WorkspaceId } from "../../../shared/contract/index.ts";
import { LogError, type OpenedLog } from "../log/index.ts";
import type { SessionStore } from "./store.ts";

/** A session as its line in the list. */
export const summaryOf = (state: SessionState): SessionSummary => {
  const reason = state.turns.at(-1)?.reason;
  const inBackground = state.calls.filter(isInBackground).length;
  return {
    sessionId: state.sessionId,
    title: state.title,
    workspaceId: state.workspaceId,
    workspacePath: state.workspacePath,
    modelId: state.modelId,
    isDemo: state.isDemo,
    state: state.state,
    waitingCalls: state.calls.filter((call) => call.state === "awaitingApproval").length,
    ...(inBackground === 0 ? {} : { backgroundCalls: inBackground }),
    ...(reason === undefined ? {} : { lastReason: reason }),
    ...(state.byHand === undefined ? {} : { byHand: state.byHand }),
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
  };
};

/** The list of sessions, most recently changed first. Lines are kept beside the log, so that the list opens without folding every session. */
export interface Summaries {
  /** Keeps a session's line; called when its state, title or turn changed. */
  keep(state: SessionState): void;
  page(query: {
    cursor?: string | undefined;
    limit?: number | undefined;
    workspaceId?: WorkspaceId | undefined;
  }): {
    items: SessionSummary[];
    nextCursor?: string;
  };
  /** Sessions whose kept line, or missing line, says that a turn or a call in the background may be open. */
  maybeOpen(): SessionId[];
}

const keyOf = (id: SessionId): string => `summary:${id}`;

const isSameLine = (a: SessionSummary | undefined, b: SessionSummary): boolean =>
  a?.state === b.state &&
  a.title === b.title &&
  a.lastReason === b.lastReason &&
  a.modelId === b.modelId &&
  a.backgroundCalls === b.backgroundCalls;

const cursorOf = (item: SessionSummary): string => `${item.updatedAt}:${item.sessionId}`;

const pageOf = (
  all: readonly SessionSummary[],
  query: Parameters<Summaries["page"]>[0],
): ReturnType<Summaries["page"]> => {
  const { cursor, limit = 50, workspaceId } = query;
  const shown = all
    .filter((item) => item.byHand === undefined)
    .filter((item) => workspaceId === undefined || item.workspaceId === workspaceId)
    .sort((a, b) => b.updatedAt - a.updatedAt || (a.sessionId < b.sessionId ? 1 : -1));
  const from = cursor === undefined ? 0 : shown.findIndex((item) => cursorOf(item) === cursor) + 1;
  const items = shown.slice(from, from + limit);
  const last = items.at(-1);
  return { items, ...(last && from + limit < shown.length ? { nextCursor: cursorOf(last) } : {}) };
};

/** Makes the list over the log's config table; a missing or unreadable line is folded anew from the log, which is the truth. */
export const createSummaries = (log: OpenedLog, store: SessionStore): Summaries => {
  const cache = new Map<SessionId, SessionSummary>();
  const stale = new Set<SessionId>();

  const read = (id: SessionId): SessionSummary | undefined => {
    const live = store.peek(id);
    if (live) return summaryOf(live.state());
    const cached = cache.get(id);
    if (cached) return cached;
    const kept = SessionSummary.safeParse(log.config.get(keyOf(id)));
    if (kept.success) {
      cache.set(id, kept.data);
      return kept.data;
    }
    const session = store.get(id);
    if (!session) return undefined;
    const made = summaryOf(session.state());
    cache.set(id, made);
    return made;
  };

  const keep = (state: SessionState): void => {
    const next = summaryOf(state);
    const last = cache.get(state.sessionId);
    cache.set(state.sessionId, next);
    if (isSameLine(last, next) && !stale.delete(state.sessionId)) return;
    try {
      log.config.set(keyOf(state.sessionId), next);
    } catch (error) {
      // Only a copy of what the log holds: a line that could not be kept is folded anew at the next start.
      if (!(error instanceof LogError)) throw error;
      stale.add(state.sessionId);
    }
  };

  return {
    keep,
    page: (query) =>
      pageOf(
        log
          .sessionIds()
          .map(read)
          .filter((item) => item !== undefined),
        query,
      ),
    maybeOpen: () =>
      log.sessionIds().filter((id) => {
        const line = read(id);
        return line?.state === "running" || line?.state === "waiting" || line?.backgroundCalls !== undefined;
      }),
  };
};
