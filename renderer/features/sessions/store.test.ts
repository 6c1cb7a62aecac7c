import { describe, expect, it, vi } from "vitest";
import type { ModelId, SessionId, WorkspaceId } from "../../../shared/contract/index.ts";
import type { SessionSummary } from "../../../shared/session/index.ts";
import { createFakeBridge } from "../../bridge/fake/fakeBridge.ts";
import { storySession } from "../../bridge/fake/storyEvents.ts";
import { createSession } from "./create.ts";
import { filterSessions, groupByDay, sessionState } from "./look.ts";
import { createSessionsStore } from "./store.ts";

const session = (id: string, change: Partial<SessionSummary> = {}): SessionSummary => ({
  sessionId: id as SessionId,
  title: id,
  workspaceId: "w" as WorkspaceId,
  workspacePath: "/home/ada/登录",
  modelId: "m" as ModelId,
  isDemo: false,
  state: "idle",
  waitingCalls: 0,
  createdAt: 0,
  updatedAt: 0,
  ...change,
});

describe("sessions store", () => {
  it("reads the list again when an event changes a line, and not for the many that do not", async () => {
    const bridge = createFakeBridge();
    bridge.on("session.list", () => ({ items: [session("a")] }));
    const store = createSessionsStore(bridge);
    await store.refresh();
    const events = storySession("a" as SessionId, "a", 0);
    const reads = () => bridge.asked.filter((one) => one.name === "session.list").length;
    bridge.emit(
      "session.event",
      events.find((event) => event.type === "call.started")!,
    );
    expect(reads()).toBe(1);
    for (const type of ["message.user", "call.approvalRequested", "call.decided"])
      bridge.emit(
        "session.event",
        events.find((event) => event.type === type)!,
      );
    await vi.waitFor(() => expect(reads()).toBe(3));
    store.close();
  });

  it("keeps the last good list beside a failure", async () => {
    const bridge = createFakeBridge();
    bridge.on("session.list", () => ({ items: [session("a")] }));
    const store = createSessionsStore(bridge);
    await store.refresh();
    bridge.on("session.list", () => ({ ok: false, error: { code: "internal", message: "no" } }));
    await store.refresh();
    expect(store.getState()).toMatchObject({
      status: "failed",
      error: { message: "no" },
      items: [{ sessionId: "a" }],
    });
    store.close();
  });

  it("adds pages without doubling a line", async () => {
    const bridge = createFakeBridge();
    bridge.on("session.list", ({ cursor }) =>
      cursor === undefined
        ? { items: [session("a"), session("b")], nextCursor: "2" }
        : { items: [session("b"), session("c")] },
    );
    const store = createSessionsStore(bridge);
    await store.refresh();
    await store.more();
    expect(store.getState().items.map((item) => item.sessionId)).toEqual(["a", "b", "c"]);
    store.close();
  });
});

describe("lines of the list", () => {
  it("shows what a session does, then how its last turn ended", () => {
    expect(sessionState(session("a", { state: "running" }))).toBe("running");
    expect(sessionState(session("a", { state: "running", waitingCalls: 1 }))).toBe("waiting");
    expect(sessionState(session("a", { lastReason: "answered" }))).toBe("completed");
    expect(sessionState(session("a", { lastReason: "maxSteps" }))).toBe("failed");
    expect(sessionState(session("a", { state: "interrupted", lastReason: "answered" }))).toBe("interrupted");
    expect(sessionState(session("a"))).toBe("idle");
  });

  it("groups by the person's own days", () => {
    const now = new Date(2026, 10, 29, 9, 0).getTime();
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
    const items = [at(29, 1), at(28, 23), at(24, 5), at(2, 5)].map((updatedAt, index) =>
      session(`s${index}`, { updatedAt }),
    );
    expect(groupByDay(items, now).map((group) => [group.day, group.items.length])).toEqual([
      ["today", 1],
      ["yesterday", 1],
      ["week", 1],
      ["older", 1],
    ]);
  });

  it("finds every word in title or folder, Chinese too", () => {
    const items = [session("Fix login"), session("Docs", { workspacePath: "/x" })];
    expect(filterSessions(items, "登录 fix").map((item) => item.title)).toEqual(["Fix login"]);
    expect(filterSessions(items, "  ").length).toBe(2);
  });
});

describe("creating a session", () => {
  it("opens the sample, then makes the session in it, with no empty title", async () => {
    const bridge = createFakeBridge();
    bridge.on("workspace.openSample", () => ({ workspaceId: "ws" as WorkspaceId, path: "/sample" }));
    bridge.on("session.create", () => ({ sessionId: "new" as SessionId }));
    const made = await createSession(bridge, {
      workspace: { kind: "sample" },
      modelId: "m" as ModelId,
      title: "  ",
      policyMode: undefined,
    });
    expect(made).toEqual({ ok: true, value: { sessionId: "new" } });
    expect(bridge.asked.at(-1)).toEqual({
      name: "session.create",
      params: { workspaceId: "ws", modelId: "m" },
    });
  });

  it("makes none where the folder cannot be opened", async () => {
    const bridge = createFakeBridge();
    bridge.on("workspace.open", () => ({ ok: false, error: { code: "notFound", message: "gone" } }));
    const made = await createSession(bridge, {
      workspace: { kind: "folder", path: "/gone" },
      modelId: "m" as ModelId,
      title: "x",
      policyMode: "plan",
    });
    expect(made.ok).toBe(false);
    expect(bridge.asked.map((one) => one.name)).toEqual(["workspace.open"]);
  });
});
