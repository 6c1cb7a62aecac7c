import type { LoggedEvent } from "../events/event.ts";
import { defaultLimits } from "../contract/defaultLimits.ts";
import type { CallId, ModelId, SessionId, WorkspaceId } from "../contract/ids.ts";
import type { SessionState } from "./state.ts";
import type { Draft } from "./draft.ts";
import { applyCallEvent, isCallEvent } from "./foldCalls.ts";

/** A fold in progress: push events in order, take the state when you need it. */
export interface Fold {
  /** Applies one event. Returns false, and changes nothing, when `seq` is not the next one: read the snapshot again. */
  push(event: LoggedEvent): boolean;
  /** The state so far; the same object until the next push that changed something. */
  state(): SessionState;
}

const emptyState = (sessionId: SessionId): Draft["state"] => ({
  sessionId,
  lastSeq: 0,
  workspaceId: "" as WorkspaceId,
  workspacePath: "",
  modelId: "" as ModelId,
  modelName: "",
  isDemo: false,
  title: "",
  systemPrompt: "",
  limits: defaultLimits,
  policyMode: "default",
  createdAt: 0,
  updatedAt: 0,
  state: "idle",
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, isEstimated: false },
  costUsd: null,
});

const indexOf = <T, I>(items: readonly T[], id: (item: T) => I): Map<I, number> =>
  new Map(items.map((item, at) => [id(item), at]));

const draftOf = (from: SessionState): Draft => {
  const { turns, steps, calls, ...state } = from;
  return {
    state,
    turns: [...turns],
    steps: [...steps],
    calls: [...calls],
    turnAt: indexOf(turns, (turn) => turn.turnId),
    stepAt: indexOf(steps, (step) => step.stepId),
    callAt: indexOf(calls, (call) => call.callId),
  };
};

const replaceAt = <T extends object, I>(list: T[], at: Map<I, number>, id: I, change: Partial<T>): void => {
  const index = at.get(id);
  const item = index === undefined ? undefined : list[index];
  if (index !== undefined && item !== undefined) list[index] = { ...item, ...change };
};

const addUsage = (draft: Draft, event: Extract<LoggedEvent, { type: "model.completed" }>): void => {
  const { usage, costUsd } = event.body;
  const sum = draft.state.usage;
  draft.state.usage = {
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + usage.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + usage.cacheWriteTokens,
    isEstimated: sum.isEstimated || usage.isEstimated,
  };
  if (costUsd !== null) draft.state.costUsd = (draft.state.costUsd ?? 0) + costUsd;
};

const applyModelEvent = (draft: Draft, event: LoggedEvent): void => {
  switch (event.type) {
    case "model.requested": {
      const { stepId, turnId, index, model, attempt } = event.body;
      if (draft.stepAt.has(stepId)) {
        replaceAt(draft.steps, draft.stepAt, stepId, { state: "requested", attempt });
        return;
      }
      draft.stepAt.set(stepId, draft.steps.length);
      draft.steps.push({
        stepId,
        turnId,
        index,
        model,
        attempt,
        state: "requested",
        requestedAt: event.at,
        text: "",
        reasoning: "",
        asked: [],
        callIds: [],
      });
      const turn = draft.turns[draft.turnAt.get(turnId) ?? -1];
      if (turn) replaceAt(draft.turns, draft.turnAt, turnId, { stepIds: [...turn.stepIds, stepId] });
      return;
    }
    case "model.partial":
      replaceAt(draft.steps, draft.stepAt, event.body.stepId, {
        text: event.body.text,
        reasoning: event.body.reasoning,
      });
      return;
    case "model.completed": {
      const { stepId, text, reasoning, calls, usage, costUsd, latencyMs, finishReason } = event.body;
      const change = { text, reasoning, asked: calls, usage, costUsd, latencyMs, finishReason };
      replaceAt(draft.steps, draft.stepAt, stepId, { state: "completed", completedAt: event.at, ...change });
      addUsage(draft, event);
      return;
    }
    case "model.failed": {
      const { stepId, error, retryInMs, text } = event.body;
      const retry = retryInMs === undefined ? {} : { retryAt: event.at + retryInMs };
      const state = retryInMs === undefined ? ("failed" as const) : ("retrying" as const);
      replaceAt(draft.steps, draft.stepAt, stepId, { state, error, text, completedAt: event.at, ...retry });
      return;
    }
    default:
      return;
  }
};

const applySessionEvent = (draft: Draft, event: LoggedEvent): void => {
  switch (event.type) {
    case "session.created":
      Object.assign(draft.state, event.body, { createdAt: event.at });
      return;
    case "session.renamed":
    case "session.changed":
      Object.assign(draft.state, event.body);
      return;
    case "message.user": {
      const { turnId, text, attachments } = event.body;
      draft.turnAt.set(turnId, draft.turns.length);
      draft.turns.push({ turnId, text, attachments, startedAt: event.at, stepIds: [], startSeq: event.seq });
      draft.state.state = "running";
      return;
    }
    case "turn.ended": {
      const { turnId, reason, error } = event.body;
      replaceAt(draft.turns, draft.turnAt, turnId, {
        endedAt: event.at,
        reason,
        ...(error ? { error } : {}),
      });
      draft.steps.forEach((step, at) => {
        if (step.turnId === turnId && (step.state === "requested" || step.state === "retrying"))
          draft.steps[at] = { ...step, state: "interrupted", completedAt: event.at };
      });
      draft.state.state = reason === "interrupted" ? "interrupted" : "idle";
      return;
    }
    default:
      return;
  }
};

const applyRevert = (draft: Draft, event: LoggedEvent): void => {
  if (
    event.type !== "review.revertDecided" &&
    event.type !== "review.reverted" &&
    event.type !== "review.revertFailed"
  )
    return;
  const { revertId, turnId, path } = event.body;
  const reverts = draft.turns[draft.turnAt.get(turnId) ?? -1]?.reverts ?? [];
  if (event.type === "review.revertDecided") {
    const isWhole = event.body.hunks === undefined;
    const begun = { revertId, path, at: event.at, isWhole, state: "running" as const };
    replaceAt(draft.turns, draft.turnAt, turnId, { reverts: [...reverts, begun] });
    return;
  }
  const state = event.type === "review.reverted" ? ("done" as const) : ("failed" as const);
  const next = reverts.map((item) => (item.revertId === revertId ? { ...item, state } : item));
  replaceAt(draft.turns, draft.turnAt, turnId, { reverts: next });
};

/** Starts a fold, empty or from a state taken earlier. Pure: the same events give the same state, live or replayed (design §4 e). */
export const createFold = (from: SessionState | SessionId): Fold => {
  const draft: Draft =
    typeof from === "string"
      ? {
          state: emptyState(from),
          turns: [],
          steps: [],
          calls: [],
          turnAt: new Map(),
          stepAt: new Map(),
          callAt: new Map(),
        }
      : draftOf(from);
  let waiting = new Set<CallId>(
    draft.calls.filter((call) => call.state === "awaitingApproval").map((call) => call.callId),
  );
  let cached: SessionState | undefined;

  const settle = (event: LoggedEvent): void => {
    draft.state.lastSeq = event.seq;
    draft.state.updatedAt = event.at;
    if (event.type === "turn.ended") waiting = new Set();
    if (isCallEvent(event)) {
      const call = draft.calls[draft.callAt.get(event.body.callId) ?? -1];
      if (call?.state === "awaitingApproval") waiting.add(call.callId);
      else waiting.delete(event.body.callId);
    }
    const { state } = draft.state;
    if (state === "running" || state === "waiting")
      draft.state.state = waiting.size > 0 ? "waiting" : "running";
  };

  return {
    push: (event) => {
      if (event.seq !== draft.state.lastSeq + 1) return false;
      applySessionEvent(draft, event);
      applyModelEvent(draft, event);
      applyRevert(draft, event);
      if (isCallEvent(event)) applyCallEvent(draft, event);
      settle(event);
      cached = undefined;
      return true;
    },
    state: () => {
      cached ??= {
        ...draft.state,
        turns: [...draft.turns],
        steps: [...draft.steps],
        calls: [...draft.calls],
      };
      return cached;
    },
  };
};

/** Folds a whole session. Throws when `seq` has a gap: the log promises there is none. */
export const foldSession = (sessionId: SessionId, events: Iterable<LoggedEvent>): SessionState => {
  const fold = createFold(sessionId);
  for (const event of events)
    if (!fold.push(event))
      throw new Error(`session ${sessionId}: event ${event.seq} does not follow ${fold.state().lastSeq}`);
  return fold.state();
};
