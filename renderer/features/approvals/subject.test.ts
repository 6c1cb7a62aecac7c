import { describe, expect, it } from "vitest";
import type { Approval } from "../../../shared/contract/index.ts";
import { editedFiles, isEdited, subjectOf } from "./subject.ts";

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
