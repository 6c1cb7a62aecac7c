import { describe, expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { editedFilesText } from "./editedText.ts";

const text = (...lines: string[]): string => `${lines.join("\n")}\n`;

describe("what the model is told of a decision with changes", () => {
  verifies(["GOV-02"], "a refused hunk is told as refused, an edited one as edited, each at its line", () => {
    const before = text("a", "b", "c", "d", "e", "f");
    const proposed = text("A", "b", "c", "d", "E", "f");
    const refused = editedFilesText([
      { path: "x.txt", before, proposed, applied: text("A", "b", "c", "d", "e", "f") },
    ]);
    expect(refused).toContain("from line 5, refused: this part stays as it was:\n-E\n+e");
    expect(refused).not.toContain("-A");
    const edited = editedFilesText([
      { path: "x.txt", before, proposed, applied: text("A", "b", "c", "d", "EE", "f") },
    ]);
    expect(edited).toContain("from line 5:\n-E\n+EE");
    expect(edited).not.toContain(", refused:");
  });

  verifies(["GOV-02"], "a refused insertion and a refused removal are told as refused too", () => {
    const told = editedFilesText([
      {
        path: "x.txt",
        before: text("a", "b", "c", "d", "e"),
        proposed: text("a", "new", "b", "c", "e"),
        applied: text("a", "b", "c", "d", "e"),
      },
    ]);
    expect(told).toContain("from line 2, refused: this part stays as it was:\n-new");
    expect(told).toContain("from line 4, refused: this part stays as it was:\n+d");
  });

  verifies(
    ["GOV-02"],
    "nothing is told when nothing differs, and other line ends are no difference to tell",
    () => {
      expect(editedFilesText([{ path: "x", before: "a", proposed: "b", applied: "b" }])).toBe("");
      const told = editedFilesText([
        { path: "x", before: "a\r\n", proposed: "b\r\nc\r\n", applied: "b\nd\n" },
      ]);
      expect(told).toContain("from line 2:\n-c\n+d");
    },
  );
});
