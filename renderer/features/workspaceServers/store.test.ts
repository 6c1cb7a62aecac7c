import { describe, expect, it } from "vitest";
import type { EventData, WorkspaceId, WorkspaceServers } from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";
import { createFakeBridge } from "../../bridge/fake/fakeBridge.ts";
import { createFolderStore } from "./store.ts";

const id = (name: string): WorkspaceId => name as WorkspaceId;
const told = (type: string, body: object): EventData<"session.event"> =>
  ({ sessionId: "s", seq: 1, at: 0, type, body, hash: "", bytes: 0, isCut: false }) as never;

const opened = () => {
  const bridge = createFakeBridge();
  bridge.on("workspace.servers", ({ workspaceId }) => ({
    files: [],
    ignored: [{ path: workspaceId, names: [] }],
  }));
  const reads = () => bridge.asked.filter((one) => one.name === "workspace.servers").length;
  return { bridge, store: createFolderStore(bridge), reads };
};

describe("the folder in view", () => {
  it("is read when it is looked at, and again when something may have changed what it brings", async () => {
    const { bridge, store, reads } = opened();
    bridge.emit("session.event", told("workspace.opened", {}));
    await store.again();
    expect(reads()).toBe(0);
    await store.look(id("a"));
    expect(store.getState().found?.ignored[0]?.path).toBe("a");
    for (const event of [
      told("workspace.opened", {}),
      told("workspace.serversDecided", {}),
      told("turn.ended", {}),
      told("file.changed", { path: ".mcp.json" }),
      told("file.changed", { path: "sub/.vscode/mcp.json" }),
    ])
      bridge.emit("session.event", event);
    expect(reads()).toBe(6);
    bridge.emit("session.event", told("file.changed", { path: "src/mcp.json.ts" }));
    bridge.emit("session.event", told("call.started", {}));
    expect(reads()).toBe(6);
  });

  it("shows nothing of the folder before, and only the answer to the last question", async () => {
    const { bridge } = opened();
    const answers: ((value: WorkspaceServers) => void)[] = [];
    const late: Bridge = {
      ...bridge,
      request: (() =>
        new Promise((resolve) => answers.push((value) => resolve({ ok: true, value })))) as never,
    };
    const store = createFolderStore(late);
    store.setState({ workspaceId: id("a"), found: { files: [], ignored: [] } });
    const first = store.look(id("b"));
    expect(store.getState().found).toBeUndefined();
    const second = store.again();
    const answer = (path: string): WorkspaceServers => ({ files: [], ignored: [{ path, names: [] }] });
    answers[1]?.(answer("late"));
    answers[0]?.(answer("early"));
    await Promise.all([first, second]);
    expect(store.getState().found?.ignored[0]?.path).toBe("late");
    await store.look(undefined);
    expect(store.getState()).toEqual({ workspaceId: undefined, found: undefined });
  });
});
