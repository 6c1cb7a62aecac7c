import type { EventData, StepId } from "../../../shared/contract/index.ts";
import type { LoggedEvent } from "../../../shared/events/index.ts";
import type { StepStream } from "./types.ts";

type Delta = EventData<"session.delta">;

/** Streaming text of the steps that run now, kept apart from React state so that a token costs no render of the page. */
export interface StepStreams {
  /** What the step streamed so far; `undefined` when it does not stream. */
  get(stepId: StepId): StepStream | undefined;
  /** Calls `listener` after each change of that step's stream. */
  subscribe(stepId: StepId, listener: () => void): () => void;
  /** Takes one piece. A piece that leaves a gap is dropped: the next `model.partial` of the log closes it. */
  push(delta: Delta): void;
  /** Follows the log: partial text fills gaps, a new attempt starts empty, an end clears the stream. */
  follow(event: LoggedEvent): void;
}

/** Appends `piece`, which starts at `offset`, to what is there; `undefined` when characters in between are missing. */
const joined = (have: string, offset: number, piece: string): string | undefined => {
  if (offset > have.length) return undefined;
  const end = offset + piece.length;
  return end <= have.length ? have : have + piece.slice(have.length - offset);
};

/** Makes an empty {@link StepStreams}. */
export const createStepStreams = (): StepStreams => {
  const streams = new Map<StepId, StepStream>();
  const listeners = new Map<StepId, Set<() => void>>();

  const set = (stepId: StepId, next: StepStream | undefined): void => {
    if (next === undefined) {
      if (!streams.delete(stepId)) return;
    } else streams.set(stepId, next);
    for (const listener of listeners.get(stepId) ?? []) listener();
  };
  const now = (stepId: StepId): StepStream =>
    streams.get(stepId) ?? { stepId, text: "", reasoning: "", calls: [] };

  const fill = (stepId: StepId, text: string, reasoning: string): void => {
    const have = now(stepId);
    if (text.length <= have.text.length && reasoning.length <= have.reasoning.length) return;
    set(stepId, {
      ...have,
      text: text.length > have.text.length ? text : have.text,
      reasoning: reasoning.length > have.reasoning.length ? reasoning : have.reasoning,
    });
  };

  return {
    get: (stepId) => streams.get(stepId),
    subscribe: (stepId, listener) => {
      const set = listeners.get(stepId) ?? new Set();
      listeners.set(stepId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(stepId) === set) listeners.delete(stepId);
      };
    },
    push: (delta) => {
      const have = now(delta.stepId);
      const text = joined(have.text, delta.offset, delta.text) ?? have.text;
      const reasoning = joined(have.reasoning, delta.reasoningOffset, delta.reasoning) ?? have.reasoning;
      set(delta.stepId, { ...have, text, reasoning, calls: delta.calls });
    },
    follow: (event) => {
      if (event.type === "model.partial") fill(event.body.stepId, event.body.text, event.body.reasoning);
      else if (
        event.type === "model.requested" ||
        event.type === "model.completed" ||
        event.type === "model.failed"
      )
        set(event.body.stepId, undefined);
    },
  };
};
