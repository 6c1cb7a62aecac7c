import { describe, expect, it } from "vitest";
import { SEARCH_CHARS, searchText } from "./searchText.ts";

describe("searchText", () => {
  it("takes strings and keys, each once, and leaves ids, hashes and prompts out", () => {
    const text = searchText("call.completed", {
      callId: "call_1",
      argsHash: "sha256:abc",
      text: "The Result",
      preview: "The Result",
      content: [{ type: "text", text: "The Result" }],
      structured: { exitCode: 7, path: "Src/A.ts" },
      bytes: 12,
    });
    expect(text.split("\n").filter((line) => line !== "")).toEqual([
      "the result",
      "exitcode",
      "7",
      "path",
      "src/a.ts",
    ]);
    expect(searchText("model.requested", { model: "demo", messages: { add: ["prompt"] } })).not.toContain(
      "prompt",
    );
  });

  it("is bounded, with what matters first", () => {
    const text = searchText("call.completed", { content: "x".repeat(100_000), text: "needle" });
    expect(text.length).toBeLessThanOrEqual(SEARCH_CHARS);
    expect(text.startsWith("needle")).toBe(true);
  });
});
