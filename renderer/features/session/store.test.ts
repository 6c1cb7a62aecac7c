import { describe, expect, it, vi } from "vitest";
import type { SessionId } from "../../../shared/contract/index.ts";
import type { AnyEvent, LoggedEvent } from "../../../shared/events/index.ts";
import { foldSession } from "../../../shared/session/index.ts";
import { createFakeBridge, type FakeBridge } from "../../bridge/fake/fakeBridge.ts";
import { storySession } from "../../bridge/fake/storyEvents.ts";
import { createSessionStore, type SessionStore } from "./store.ts";

const sessionId = "s-1" as SessionId;
const events = storySession(sessionId, "Make fibonacci iterative", 1_000_000);
const upTo = (seq: number) => foldSession(sessionId, events.slice(0, seq) as unknown as LoggedEvent[]);
const at = (seq: number): AnyEvent => events[seq - 1]!;
const lastSeq = (store: SessionStore): number => {
  const view = store.getState();
  return view.status === "ready" ? view.session.lastSeq : -1;
};
const snapshots = (bridge: FakeBridge): number =>
  bridge.asked.filter((one) => one.name === "session.snapshot").length;

describe("session store", () => {
  it("folds live events onto the snapshot into what folding the whole log gives", async () => {
    const bridge = createFakeBridge();
    bridge.on("session.snapshot", () => upTo(5));
    const store = createSessionStore(bridge, sessionId);
    for (const event of events.slice(2)) bridge.emit("session.event", event);
    await vi.waitFor(() => expect(lastSeq(store)).toBe(events.length));
    expect(store.getState()).toEqual({ status: "ready", sessionId, session: upTo(events.length) });
    expect(snapshots(bridge)).toBe(1);
    store.close();
  });

  it("renders once for a burst of events", async () => {
    const bridge = createFakeBridge();
    bridge.on("session.snapshot", () => upTo(2));
    const store = createSessionStore(bridge, sessionId);
    await vi.waitFor(() => expect(lastSeq(store)).toBe(2));
    const heard = vi.fn();
    store.subscribe(heard);
    for (const event of events.slice(2)) bridge.emit("session.event", event);
    await vi.waitFor(() => expect(lastSeq(store)).toBe(events.length));
    expect(heard).toHaveBeenCalledTimes(1);
    store.close();
  });

  it("reads the snapshot again when a number is missing, and loses nothing", async () => {
    const bridge = createFakeBridge();
    let known = 2;
    bridge.on("session.snapshot", () => upTo(known));
    const store = createSessionStore(bridge, sessionId);
    await vi.waitFor(() => expect(lastSeq(store)).toBe(2));
    known = 6;
    bridge.emit("session.event", at(5));
    bridge.emit("session.event", at(7));
    await vi.waitFor(() => expect(lastSeq(store)).toBe(7));
    expect(snapshots(bridge)).toBe(2);
    store.close();
  });

  it("shows why a session cannot be read, and reads it again on demand and after the host came back", async () => {
    const bridge = createFakeBridge();
    bridge.on("session.snapshot", () => ({
      ok: false,
      error: { code: "notFound", message: "No such session." },
    }));
    const store = createSessionStore(bridge, sessionId);
    await vi.waitFor(() => expect(store.getState().status).toBe("failed"));
    bridge.on("session.snapshot", () => upTo(3));
    bridge.emit("app.hostChanged", { state: "ready", at: 1, restarts: 1 });
    await vi.waitFor(() => expect(lastSeq(store)).toBe(3));
    store.close();
  });

  it("streams only into a step that still runs", async () => {
    const bridge = createFakeBridge();
    const requested = events.findIndex((event) => event.type === "model.requested") + 1;
    bridge.on("session.snapshot", () => upTo(requested));
    const store = createSessionStore(bridge, sessionId);
    const stepId = upTo(requested).steps[0]!.stepId;
    const delta = (text: string) =>
      bridge.emit("session.delta", {
        sessionId,
        stepId,
        offset: 0,
        reasoningOffset: 0,
        text,
        reasoning: "",
        calls: [],
      });
    delta("I will");
    await vi.waitFor(() => expect(store.streams.get(stepId)?.text).toBe("I will"));
    bridge.emit("session.event", at(requested + 1));
    delta("late");
    await vi.waitFor(() => expect(lastSeq(store)).toBe(requested + 1));
    expect(store.streams.get(stepId)).toBeUndefined();
    store.close();
  });
});
