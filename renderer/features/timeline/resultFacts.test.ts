import { describe, expect, it } from "vitest";
import type { CallDetail } from "../../../shared/contract/index.ts";
import { commandResultOf, resultFilesOf } from "./resultFacts.ts";

const of = (structured: unknown, serverId: string | null = "workspace:ws_1") =>
  ({ call: { serverId }, structured }) as unknown as CallDetail;

describe("what a result says of a command", () => {
  it("is read from the workspace server's own results, and from nothing else", () => {
    const data = { id: "c-0123abcd", isRunning: false, exitCode: 3, stdoutBytes: 5, stderrBytes: 0 };
    expect(commandResultOf(of(data))).toEqual({
      workspaceId: "ws_1",
      id: "c-0123abcd",
      isRunning: false,
      exitCode: 3,
      signal: null,
      isTimedOut: false,
      stdoutBytes: 5,
      stderrBytes: 0,
    });
    for (const odd of [undefined, null, [], "x", { ...data, id: "other" }, { ...data, stdoutBytes: "5" }])
      expect(commandResultOf(of(odd))).toBeUndefined();
    expect(commandResultOf(of(data, "srv_1"))).toBeUndefined();
    expect(commandResultOf(of(data, null))).toBeUndefined();
  });
});

describe("what a result says of files", () => {
  it("is each diff, and each encoding that is not UTF-8", () => {
    const changed = [
      { path: "a", diff: "@@ -1 +1 @@", encoding: "UTF-8" },
      { path: "b", encoding: "GBK" },
      { path: "c", encoding: "utf-8", diff: "" },
      null,
      { diff: "no path" },
    ];
    expect(resultFilesOf(of({ changed }))).toEqual([
      { path: "a", diff: "@@ -1 +1 @@", encoding: undefined },
      { path: "b", diff: undefined, encoding: "GBK" },
    ]);
    expect(resultFilesOf(of({ path: "r", encoding: "UTF-16 LE" }))).toEqual([
      { path: "r", diff: undefined, encoding: "UTF-16 LE" },
    ]);
    for (const odd of [undefined, null, 3, [], { changed: 4 }]) expect(resultFilesOf(of(odd))).toEqual([]);
  });
});
