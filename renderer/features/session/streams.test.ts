import { describe, expect, it, vi } from "vitest";
import type { SessionId, StepId, TurnId } from "../../../shared/contract/index.ts";
import type { EventBody, EventType, LoggedEvent } from "../../../shared/events/index.ts";
import { createStepStreams } from "./streams.ts";

const stepId = "step-1" as StepId;
const piece = (offset: number, text: string) => ({
  sessionId: "s" as SessionId,
  stepId,
  offset,
  reasoningOffset: 0,
  text,
  reasoning: "",
  calls: [],
});
const event = <T extends EventType>(type: T, body: EventBody<T>) =>
  ({ sessionId: "s", seq: 1, at: 1, type, body, hash: "", bytes: 1, isCut: false }) as unknown as LoggedEvent;
const partial = (text: string) =>
  event("model.partial", { stepId, turnId: "t" as TurnId, text, reasoning: "" });

describe("step streams", () => {
  it("joins pieces in order, and a piece that overlaps only adds what is new", () => {
    const streams = createStepStreams();
    streams.push(piece(0, "Hello"));
    streams.push(piece(3, "lo, wor"));
    streams.push(piece(10, "ld"));
    expect(streams.get(stepId)?.text).toBe("Hello, world");
  });

  it("drops a piece after a gap until the log's partial text closes it", () => {
    const streams = createStepStreams();
    streams.push(piece(6, "world"));
    expect(streams.get(stepId)?.text).toBe("");
    streams.follow(partial("Hello world"));
    streams.push(piece(11, " again"));
    expect(streams.get(stepId)?.text).toBe("Hello world again");
  });

  it("ends with the step and tells listeners, and nobody once they left", () => {
    const streams = createStepStreams();
    const heard = vi.fn();
    const leave = streams.subscribe(stepId, heard);
    streams.push(piece(0, "a"));
    streams.follow(
      event("model.failed", {
        stepId,
        turnId: "t" as TurnId,
        attempt: 1,
        error: { code: "unreachable", message: "" },
        text: "",
      }),
    );
    expect(streams.get(stepId)).toBeUndefined();
    expect(heard).toHaveBeenCalledTimes(2);
    leave();
    streams.push(piece(0, "b"));
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
