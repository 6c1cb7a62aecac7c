import { describe, expect, it } from "vitest";
import { unifiedDiff } from "./diff.ts";

describe("unifiedDiff", () => {
  it("shows the change with three lines around it", () => {
    expect(unifiedDiff("a.ts", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n")).toBe(
      "--- a/a.ts\n+++ b/a.ts\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8",
    );
  });

  it("shows a new and an emptied file", () => {
    expect(unifiedDiff("n", "", "x\ny\n")).toBe("--- a/n\n+++ b/n\n@@ -1,0 +1,2 @@\n+x\n+y");
    expect(unifiedDiff("n", "x\n", "")).toBe("--- a/n\n+++ b/n\n@@ -1,1 +1,0 @@\n-x");
  });
});
