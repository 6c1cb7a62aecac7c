import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CommandOutput, WorkspaceCommand, WorkspaceId } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { createFakeBridge } from "../../bridge/fake/fakeBridge.ts";
import { createRunningStore } from "./store.ts";
import { addPage } from "./useOutput.ts";

const workspaceId = "ws_1" as WorkspaceId;
const command = (id: string, isRunning: boolean): WorkspaceCommand => ({
  id,
  label: "npm run dev",
  cwd: ".",
  startedAt: 1,
  isRunning,
  endedAt: isRunning ? null : 2,
  exitCode: isRunning ? null : 0,
  signal: null,
  stoppedBy: null,
  left: [],
  stdoutBytes: 0,
  stderrBytes: 0,
  sandbox: "none",
  network: false,
  lastLine: "",
});

const opened = () => {
  const bridge = createFakeBridge();
  const answer = { commands: [command("c-1", true)], since: 10 as number | null };
  bridge.answer("server.list", () => [{ isBundled: true, workspaceId }, { isBundled: false }]);
  bridge.answer("command.list", () => ({ ...answer }));
  bridge.answer("command.stop", () => ({ id: "c-1", stopped: [] }));
  const store = createRunningStore(bridge);
  const lists = () => bridge.asked.filter(({ name }) => name === "command.list").length;
  const of = () => store.getState().workspaces[0];
  return { bridge, answer, store, lists, of };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe("the commands of the window", () => {
  it("are read again while one runs, and not while none does and nobody looks", async () => {
    const { answer, store, lists, of } = opened();
    await pass(0);
    expect(of()?.commands).toMatchObject([{ id: "c-1", isRunning: true }]);
    expect(lists()).toBe(1);
    await pass(2_000);
    expect(lists()).toBe(2);
    answer.commands = [command("c-1", false)];
    await pass(2_000);
    expect(of()?.commands).toMatchObject([{ isRunning: false }]);
    await pass(60_000);
    expect(lists()).toBe(3);
    store.setWatched(true);
    await pass(4_100);
    expect(lists()).toBeGreaterThan(4);
    store.close();
  });

  it("are read once for calls that end together", async () => {
    const { bridge, answer, lists, store } = opened();
    answer.commands = [];
    await pass(0);
    for (const type of ["call.started", "call.completed", "call.failed", "model.requested"])
      bridge.emit("session.event", { type } as never);
    await pass(10_000);
    expect(lists()).toBe(2);
    store.close();
  });

  verifies(["TOOL-07"], "what ran under an earlier run of its server is said to have ended", async () => {
    const { bridge, answer, store, of } = opened();
    await pass(0);
    Object.assign(answer, { commands: [], since: null });
    bridge.emit("app.hostChanged", { state: "ready", at: 1, restarts: 1 } as never);
    await pass(0);
    expect(of()).toMatchObject({ commands: [], since: null, lost: [{ id: "c-1" }] });
    Object.assign(answer, { commands: [command("c-2", true)], since: 20 });
    await pass(0);
    await store.refresh();
    expect(of()).toMatchObject({ commands: [{ id: "c-2" }], lost: [{ id: "c-1" }] });
    store.close();
  });
});

describe("pages of an output", () => {
  const page = (text: string, offset: number): CommandOutput => ({
    id: "c-1",
    isRunning: true,
    exitCode: null,
    stream: "stdout",
    offset,
    nextOffset: offset + text.length,
    stdoutBytes: 1_000_000,
    stderrBytes: 0,
    text,
  });
  const nothing = { text: "", isCutBefore: false, last: undefined, failure: undefined };

  it("join without a gap, and say where something before them is left out", () => {
    const first = addPage(nothing, page("ab", 0));
    expect(addPage(first, page("cd", 2))).toMatchObject({ text: "abcd", isCutBefore: false });
    expect(addPage(first, page("x", 50))).toMatchObject({ text: "x", isCutBefore: true });
    expect(addPage(nothing, page("tail", 900))).toMatchObject({ text: "tail", isCutBefore: true });
  });

  it("keep a bounded part of a flood, from a line's start on", () => {
    const lines = "0123456789abcde\n".repeat(10_000);
    const { text, isCutBefore } = addPage(nothing, page(lines, 0));
    expect(text.length).toBeLessThanOrEqual(100_000);
    expect(text.startsWith("0123")).toBe(true);
    expect(isCutBefore).toBe(true);
  });
});
