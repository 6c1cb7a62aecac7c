import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../shared/contract/index.ts";
import type { Call, SessionState } from "../../../shared/session/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { composerKey, type ComposerPress } from "./composerKeys.ts";
import { draftOf, estimateTokens, keepDraft } from "./drafts.ts";
import { createFollow } from "./follow.ts";
import { areSettled, conversationItems, summariseCalls } from "./items.ts";

const press = (more: Partial<ComposerPress>): ComposerPress => ({
  key: "Enter",
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe("composerKey", () => {
  verifies(["UI-01"], "sends on Enter alone and never while an input method composes", () => {
    expect(composerKey(press({}))).toBe("send");
    for (const more of [
      { shiftKey: true },
      { isComposing: true },
      { keyCode: 229 },
      { key: "a" },
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
    ])
      expect(composerKey(press(more)), JSON.stringify(more)).toBe("none");
  });
});

describe("createFollow", () => {
  const at = (scrollTop: number, scrollHeight: number) => ({ scrollTop, scrollHeight, clientHeight: 500 });

  it("follows until the reader scrolls up, and again once the end is reached", () => {
    const told: boolean[] = [];
    const follow = createFollow((isFollowing) => told.push(isFollowing));
    follow.scrolled(at(500, 1000));
    follow.scrolled(at(500, 1400));
    expect(follow.isFollowing()).toBe(true);
    follow.scrolled(at(300, 1400));
    expect(follow.isFollowing()).toBe(false);
    follow.scrolled(at(400, 1400));
    expect(follow.isFollowing()).toBe(false);
    follow.scrolled(at(880, 1400));
    expect(follow.isFollowing()).toBe(true);
    follow.scrolled(at(100, 1400));
    follow.follow();
    expect(told).toEqual([false, true, false, true]);
  });

  it("lets go as soon as the reader starts to move up, and is not caught again by the first pixels of the move", () => {
    const follow = createFollow(() => undefined);
    follow.scrolled(at(900, 1400));
    follow.leaving(at(900, 1400));
    follow.scrolled(at(892, 1400));
    expect(follow.isFollowing()).toBe(false);
    follow.scrolled(at(900, 1400));
    expect(follow.isFollowing()).toBe(true);
  });

  it("stays at the end where there is nothing above, and when content shrinks", () => {
    const follow = createFollow(() => undefined);
    follow.leaving(at(0, 400));
    expect(follow.isFollowing()).toBe(true);
    follow.scrolled(at(900, 1400));
    follow.scrolled(at(700, 1200));
    expect(follow.isFollowing()).toBe(true);
  });
});

describe("conversationItems", () => {
  const call = (callId: string, more: Partial<Call> = {}): Call =>
    ({ callId, state: "completed", changed: [], ...more }) as unknown as Call;
  const session = {
    turns: [
      { turnId: "t1", stepIds: ["s1", "s2"], reason: "answered" },
      { turnId: "t2", stepIds: ["s3"], reason: "maxSteps" },
      { turnId: "t3", stepIds: [] },
    ],
    steps: [
      { stepId: "s1", callIds: ["c2", "c1", "gone"] },
      { stepId: "s2", callIds: [] },
      { stepId: "s3", callIds: [] },
    ],
    calls: [call("c1"), call("c2")],
  } as unknown as SessionState;

  it("gives each message, its steps with their calls, and loud ends", () => {
    expect(conversationItems(session).map((item) => item.key)).toEqual([
      "m t1",
      "s s1",
      "s s2",
      "m t2",
      "s s3",
      "e t2",
      "m t3",
    ]);
    expect(conversationItems(session)[1]).toMatchObject({ calls: [{ callId: "c2" }, { callId: "c1" }] });
    expect(conversationItems(session)[5]).toMatchObject({ isLast: false });
  });

  verifies(["GOV-02"], "a turn that changed files by itself ends with one review, once it has ended", () => {
    const changed = [{ path: "a", linesAdded: 1, linesRemoved: 0 }];
    const calls = [
      call("c1", { turnId: "t1" as never, changed, decidedBy: "policy" }),
      call("c2", { turnId: "t1" as never, changed, decidedBy: "policy" }),
      call("c3", { turnId: "t2" as never, changed, decidedBy: "person" }),
      call("c4", { turnId: "t3" as never, changed, decidedBy: "policy" }),
    ];
    const turns = session.turns.map((turn, at) => (at < 2 ? { ...turn, endedAt: 1 } : turn));
    const items = conversationItems({ ...session, turns, calls });
    expect(items.map((item) => item.key)).toEqual([
      "m t1",
      "s s1",
      "s s2",
      "r t1",
      "m t2",
      "s s3",
      "e t2",
      "m t3",
    ]);
  });

  it("sums calls up", () => {
    const calls = [
      call("a", { startedAt: 100, endedAt: 400 }),
      call("b", { startedAt: 200, endedAt: 1300, state: "failed" }),
      call("c", { state: "denied" }),
    ];
    expect(summariseCalls(calls)).toEqual({ count: 3, ms: 1200, failed: 1, denied: 1 });
    expect(summariseCalls([call("x")]).ms).toBeUndefined();
    expect([areSettled(calls), areSettled([call("x", { state: "awaitingApproval" })])]).toEqual([
      true,
      false,
    ]);
  });
});

describe("drafts", () => {
  it("keeps what was typed per session and forgets it once empty", () => {
    const [a, b] = ["a" as SessionId, "b" as SessionId];
    keepDraft(a, { text: "hello", pasted: [] });
    expect([draftOf(a).text, draftOf(b).text]).toEqual(["hello", ""]);
    keepDraft(a, { text: "", pasted: [] });
    expect(draftOf(a).text).toBe("");
  });

  it("estimates tokens by script", () => {
    expect([
      estimateTokens(""),
      estimateTokens("abcdefgh"),
      estimateTokens("写周报"),
      estimateTokens("x".repeat(3_000_000)),
    ]).toEqual([0, 2, 3, 750_000]);
  });
});
