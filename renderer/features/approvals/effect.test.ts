import { describe, expect, it } from "vitest";
import type { Approval } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { commandTime } from "./commandTime.ts";
import { effectOf } from "./effect.ts";

const asked = (tool: string, args: Record<string, unknown>, serverId = "workspace:ws1"): Approval =>
  ({ call: { serverId, tool }, arguments: args }) as unknown as Approval;

verifies("GOV-02", "what the file tools will do is said from their arguments", () => {
  expect([
    effectOf(asked("move_path", { from: "a", to: "b" })),
    effectOf(asked("delete_path", { path: "old" })),
    effectOf(asked("create_folder", { path: "new" })),
    effectOf(asked("undo_change", {})),
    effectOf(asked("undo_change", { path: "a" })),
    effectOf(asked("undo_change", { id: "0m-1", path: "a" })),
  ]).toEqual([
    { key: "move", path: "a", to: "b" },
    { key: "delete", path: "old", to: "" },
    { key: "createFolder", path: "new", to: "" },
    { key: "undoLast", path: "", to: "" },
    { key: "undoPath", path: "a", to: "" },
    { key: "undoId", path: "0m-1", to: "" },
  ]);
});

describe("effectOf", () => {
  it("promises nothing for another server's tool of the same name, another tool, or odd arguments", () => {
    expect(effectOf(asked("delete_path", { path: "a" }, "srv_1"))).toBeUndefined();
    expect(effectOf(asked("edit_file", { path: "a" }))).toBeUndefined();
    expect(effectOf(asked("move_path", { from: "a", to: 3 }))).toBeUndefined();
    expect(
      effectOf({ call: { serverId: null, tool: "delete_path" }, arguments: { path: "a" } } as never),
    ).toBe(undefined);
  });
});

describe("commandTime", () => {
  it("says how long a call waits, and how long a background command may run", () => {
    const command = { timeoutMs: 120_000 };
    expect([
      commandTime(command, {}),
      commandTime(command, { background: true }),
      commandTime(command, { background: true, timeout_ms: 120_000 }),
    ]).toEqual([
      { kind: "waits", ms: 120_000 },
      { kind: "background", ms: 86_400_000 },
      { kind: "background", ms: 120_000 },
    ]);
  });
});
