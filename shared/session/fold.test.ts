import { describe, expect, it } from "vitest";
import type { LoggedEvent } from "../events/index.ts";
import type { SessionId } from "../contract/index.ts";
import { createFold, foldSession, isInBackground, SessionState } from "./index.ts";

const id = "ses_1" as SessionId;
const usage = {
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  isEstimated: false,
};

const script = [
  [
    "session.created",
    {
      workspaceId: "w",
      workspacePath: "/w",
      modelId: "m",
      modelName: "M",
      isDemo: false,
      title: "t",
      limits: {
        maxSteps: 25,
        maxTokens: null,
        maxCostUsd: null,
        maxWallMs: null,
        maxRepeats: 3,
        maxFailures: 5,
      },
      policyMode: "default",
      systemPrompt: "s",
    },
  ],
  ["message.user", { turnId: "t1", text: "go", attachments: [] }],
  [
    "model.requested",
    {
      turnId: "t1",
      stepId: "s1",
      index: 1,
      modelId: "m",
      model: "M",
      attempt: 1,
      messages: { keep: 0, add: [] },
      toolsHash: "h",
    },
  ],
  ["model.partial", { turnId: "t1", stepId: "s1", text: "par", reasoning: "" }],
  [
    "model.completed",
    {
      turnId: "t1",
      stepId: "s1",
      text: "partial no more",
      reasoning: "",
      calls: [],
      finishReason: "tool_calls",
      usage,
      costUsd: 0.5,
      latencyMs: 7,
      firstTokenMs: 1,
    },
  ],
  [
    "call.proposed",
    {
      callId: "c1",
      turnId: "t1",
      stepId: "s1",
      serverId: "w",
      serverName: "workspace",
      tool: "edit_file",
      modelName: "edit_file",
      arguments: { path: "a", new_str: "x".repeat(3000) },
      argsHash: "a",
    },
  ],
  [
    "call.assessed",
    { callId: "c1", severity: "L2", rule: "r", reasons: ["changesFiles"], definitionHash: "d" },
  ],
  ["call.approvalRequested", { callId: "c1", argsHash: "b", severity: "L2", readBefore: [] }],
  ["call.decided", { callId: "c1", argsHash: "b", decision: "allow", by: "person", rule: "person" }],
  ["call.started", { callId: "c1", argsHash: "b", requestId: "c1", timeoutMs: 1, attempt: 1 }],
  ["call.completed", { callId: "c1", content: [], text: "ok", preview: "ok", bytes: 2, durationMs: 3 }],
  [
    "file.changed",
    { callId: "c1", path: "a", beforeHash: null, afterHash: "h", linesAdded: 1, linesRemoved: 0 },
  ],
  ["turn.ended", { turnId: "t1", reason: "answered" }],
] as const;

const events = script.map(([type, body], at) => ({
  sessionId: id,
  seq: at + 1,
  at: 1000 + at,
  type,
  body,
  hash: "",
  bytes: 0,
  isCut: false,
})) as unknown as LoggedEvent[];

describe("the fold", () => {
  it("gives chat, steps, calls and usage, and its result is a valid state", () => {
    const state = foldSession(id, events);
    expect(SessionState.parse(state)).toEqual(state);
    expect(state).toMatchObject({
      state: "idle",
      lastSeq: 13,
      costUsd: 0.5,
      usage,
      turns: [{ text: "go", reason: "answered", stepIds: ["s1"] }],
      steps: [{ state: "completed", text: "partial no more", callIds: ["c1"] }],
      calls: [
        {
          state: "completed",
          severity: "L2",
          argsHash: "b",
          decidedBy: "person",
          durationMs: 3,
          changed: [{ path: "a" }],
        },
      ],
    });
    expect((state.calls[0]?.arguments["new_str"] as string).length).toBeLessThan(2100);
  });

  it("gives at every point the same state live, replayed, and taken up from a snapshot", () => {
    const live = createFold(id);
    for (const [at, event] of events.entries()) {
      expect(live.push(event)).toBe(true);
      const replayed = foldSession(id, events.slice(0, at + 1));
      expect(live.state()).toEqual(replayed);
      const resumed = createFold(replayed);
      for (const later of events.slice(at + 1)) resumed.push(later);
      expect(resumed.state()).toEqual(foldSession(id, events));
    }
  });

  it("keeps what a person took back of a turn, and how it ended", () => {
    const revert = { revertId: "r1", turnId: "t1", path: "a" };
    const taken = (type: string, body: object, seq: number): LoggedEvent =>
      ({ ...events[0], type, body: { ...revert, ...body }, seq, at: 5000 }) as unknown as LoggedEvent;
    const fold = createFold(id);
    for (const event of events) fold.push(event);
    fold.push(taken("review.revertDecided", { by: "person", baseHash: "h", content: "x", hunks: [] }, 14));
    const running = { revertId: "r1", path: "a", at: 5000, isWhole: false };
    expect(fold.state().turns[0]?.reverts).toEqual([{ ...running, state: "running" }]);
    fold.push(taken("review.revertFailed", { code: "stale", isUnknown: false, text: "" }, 15));
    expect(fold.state().turns[0]?.reverts).toEqual([{ ...running, state: "failed" }]);
    expect(SessionState.parse(fold.state())).toEqual(fold.state());
    expect(fold.state().state).toBe("idle");
  });

  it("gives a call anew when it goes on in the background, beyond its turn, and when it ends (MCP-12)", () => {
    const at = (type: string, body: object, seq: number): LoggedEvent =>
      ({ ...events[0], type, body, seq, at: 5000 + seq }) as unknown as LoggedEvent;
    const fold = createFold(id);
    for (const event of events.slice(0, 10)) fold.push(event);
    const [running] = fold.state().calls;
    fold.push(at("call.backgrounded", { callId: "c1", text: "t", preview: "t", afterMs: 1 }, 11));
    const [background] = fold.state().calls;
    // Rows are drawn anew for another object only.
    expect(background).not.toBe(running);
    expect(background).toMatchObject({ state: "running", backgroundedAt: 5011 });
    fold.push(at("turn.ended", { turnId: "t1", reason: "answered" }, 12));
    expect(fold.state().state).toBe("idle");
    expect(fold.state().calls.filter(isInBackground)).toHaveLength(1);
    fold.push({ ...(events[10] as LoggedEvent), seq: 13 });
    expect(fold.state()).toMatchObject({ state: "idle", calls: [{ state: "completed" }] });
    expect(fold.state().calls.filter(isInBackground)).toEqual([]);
    expect(SessionState.parse(fold.state())).toEqual(fold.state());
  });

  it("waits while a call waits, and runs on after the decision", () => {
    expect(foldSession(id, events.slice(0, 8)).state).toBe("waiting");
    expect(foldSession(id, events.slice(0, 9)).state).toBe("running");
  });

  it("refuses a gap and never changes what it gave out before", () => {
    const fold = createFold(id);
    events.slice(0, 6).forEach((event) => fold.push(event));
    const before = fold.state();
    const frozen = structuredClone(before);
    expect(fold.push(events[7] as LoggedEvent)).toBe(false);
    events.slice(6).forEach((event) => fold.push(event));
    expect(before).toEqual(frozen);
  });
});
