import { describe, expect, it } from "vitest";
import type { Approval } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { editedFiles, isEdited, leavesNothing, subjectOf } from "./subject.ts";

const file = (path: string, after: string) => ({ path, baseHash: null, before: "", after });

describe("editedFiles", () => {
  it("sends only files whose text was changed, and not those whose line ends alone differ", () => {
    const drafts: Record<string, string> = { a: "one\ntwo\n", b: "new\n" };
    expect(
      editedFiles([file("a", "one\r\ntwo\n"), file("b", "old\n"), file("c", "x")], (path) => drafts[path]),
    ).toEqual([{ path: "b", content: "new\n" }]);
    expect(isEdited("a", undefined)).toBe(false);
    expect(isEdited("a", "")).toBe(true);
  });
});

verifies(["GOV-02"], "a change of which every hunk is left out leaves nothing to accept", () => {
  const change = { path: "a", baseHash: "h", before: "old\r\n", after: "new\r\n" };
  expect(leavesNothing([change], () => "old\n")).toBe(true);
  expect(leavesNothing([change], () => undefined)).toBe(false);
  expect(leavesNothing([change, file("b", "x")], () => "old\n")).toBe(false);
});

describe("subjectOf", () => {
  it("shows files first, then a command, then the tool's arguments", () => {
    const command = { line: "npm test", cwd: "/w", timeoutMs: 1 };
    const of = (more: Partial<Approval>): string => subjectOf({ ...more } as Approval).kind;
    expect([of({ files: [file("a", "b")], command }), of({ files: [], command }), of({})]).toEqual([
      "files",
      "command",
      "tool",
    ]);
  });
});
