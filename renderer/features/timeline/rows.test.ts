import { describe, expect, it } from "vitest";
import type { Call, Step, Turn } from "../../../shared/session/index.ts";
import { clockSince, groupAt, keptRows, rowKey, stepDuration, stretchesOf, timelineRows } from "./rows.ts";

const turn = { turnId: "t", startedAt: 1000, endedAt: 2000, stepIds: [] } as unknown as Turn;
const step = (stepId: string, callIds: string[]): Step =>
  ({ stepId, turnId: "t", callIds, requestedAt: 1000, completedAt: 1100 }) as unknown as Step;
const call = (callId: string, more: Partial<Call> = {}): Call =>
  ({ callId, turnId: "t", changed: [], ...more }) as unknown as Call;
const session = {
  turns: [turn],
  steps: [step("s1", ["c1", "c2"]), step("s2", ["gone"])],
  calls: [call("c2"), call("c1")],
  updatedAt: 5000,
};

describe("timelineRows", () => {
  const rows = timelineRows(session);

  it("puts calls under their step in the order asked, and leaves out calls it does not know", () => {
    expect(rows.map(rowKey)).toEqual(["s1", "c1", "c2", "s2"]);
    expect(rows[0]).toMatchObject({ number: 1, scale: { from: 1000, to: 2000 } });
  });

  it("ends a turn that changed files by itself with the way to its review", () => {
    const changed = [{ path: "a", linesAdded: 1, linesRemoved: 0 }];
    const ended = { ...turn, stepIds: ["s1", "s2"] } as unknown as Turn;
    const calls = [
      call("c1", { changed, decidedBy: "policy" }),
      call("c2", { changed, decidedBy: "person" }),
    ];
    const rowsOf = (one: Turn) => timelineRows({ ...session, turns: [one], calls }).map(rowKey);
    expect(rowsOf(ended)).toEqual(["s1", "c1", "c2", "s2", "t"]);
    const { endedAt: _, ...running } = ended;
    expect(rowsOf(running as Turn)).toEqual(["s1", "c1", "c2", "s2"]);
  });

  it("are made once for a state, and again when any part of it is another", () => {
    const kept = keptRows(session);
    expect(keptRows({ ...session })).toBe(kept);
    expect(kept).toEqual(rows);
    for (const other of [{ turns: [] }, { steps: [] }, { calls: [] }, { updatedAt: 6000 }])
      expect(keptRows({ ...session, ...other })).not.toBe(kept);
  });

  it("knows the group of a row", () => {
    expect([0, 1, 2, 3, 99, -1].map((at) => groupAt(rows, at))).toEqual([0, 0, 0, 3, 3, -1]);
  });

  it("draws waiting apart from running, on the run's scale", () => {
    const scale = { from: 1000, to: 2000 };
    expect(
      stretchesOf(call("c", { askedAt: 1100, decidedAt: 1600, startedAt: 1600, endedAt: 1700 }), scale),
    ).toEqual([
      { kind: "wait", from: 0.1, to: 0.6 },
      { kind: "run", from: 0.6, to: 0.7 },
    ]);
    expect(stretchesOf(call("c", { askedAt: 1500 }), scale)).toEqual([{ kind: "wait", from: 0.5, to: 1 }]);
    expect(stretchesOf(call("c"), scale)).toEqual([]);
  });

  it("writes the time since the start as a clock does", () => {
    expect([0, 856, 61_250, 600_000, 3_753_000].map(clockSince)).toEqual([
      "0:00.0",
      "0:00.8",
      "1:01.2",
      "10:00",
      "1:02:33",
    ]);
  });

  it("counts a step's time to the end of its last call", () => {
    expect(stepDuration(step("s", []), [call("c", { endedAt: 1500 })])).toBe(500);
    expect(stepDuration(step("s", []), [call("c")])).toBeUndefined();
  });
});
