import type { StepId, TurnId } from "../../../shared/contract/index.ts";
import type { ModelDelta } from "../models/index.ts";
import { draft } from "../sessions/index.ts";
import type { TurnPorts } from "./types.ts";

/** Deltas go out at most 60 times a second (design §3). */
const DELTA_MS = 16;
/** While text streams, the log holds it but for the last second (design §4: `partial`). */
const PARTIAL_MS = 1000;

/** Collects what streams in for one attempt, tells the page, and keeps the log no more than a second behind. */
export interface Stream {
  push(delta: ModelDelta): void;
  /** Sends what is left and waits for the last partial to be committed. Never rejects. */
  end(): Promise<void>;
}

/** Starts the stream of one attempt. Partial commits that fail are left to the completed event, which holds the whole. */
export const createStream = (
  ports: Pick<TurnPorts, "session" | "onDelta" | "clock" | "redact">,
  step: { turnId: TurnId; stepId: StepId },
): Stream => {
  let text = "";
  let reasoning = "";
  let sentText = 0;
  let sentReasoning = 0;
  let calls: { name: string; argumentChars: number }[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastPartialAt = ports.clock.now();
  let lastPartial = 0;
  let writing: Promise<unknown> = Promise.resolve();

  const flush = (): void => {
    timer = null;
    const shown = ports.redact({ text: text.slice(sentText), reasoning: reasoning.slice(sentReasoning) });
    ports.onDelta({
      sessionId: ports.session.id,
      stepId: step.stepId,
      offset: sentText,
      reasoningOffset: sentReasoning,
      ...shown,
      calls: [...calls],
    });
    sentText = text.length;
    sentReasoning = reasoning.length;
    const now = ports.clock.now();
    if (now - lastPartialAt < PARTIAL_MS || text.length + reasoning.length === lastPartial) return;
    lastPartialAt = now;
    lastPartial = text.length + reasoning.length;
    const { turnId, stepId } = step;
    const partial = draft("model.partial", { turnId, stepId, text, reasoning });
    writing = Promise.allSettled([writing, ports.session.append([partial])]);
  };

  return {
    push: (delta) => {
      text += delta.text ?? "";
      reasoning += delta.reasoning ?? "";
      if (delta.calls) calls = [...delta.calls];
      timer ??= setTimeout(flush, DELTA_MS);
    },
    end: async () => {
      if (timer !== null) {
        clearTimeout(timer);
        flush();
      }
      await writing;
    },
  };
};
