import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import type { ModelDelta } from "../types.ts";
import { DemoModel } from "./demoModel.ts";

const clock = { now: () => 5, wait: () => Promise.resolve() };
const request = {
  messages: [{ role: "user" as const, content: "Make fibonacci iterative and run the tests." }],
  tools: [],
  workspacePath: "/anywhere",
};

describe("the demo model as a model", () => {
  verifies(
    "MODEL-04",
    "streams its text in pieces, then its calls, with marked estimates and no key",
    async () => {
      const model = new DemoModel({ kind: "demo", name: "Demo" }, { clock, demoDelayMs: 0 });
      const deltas: ModelDelta[] = [];
      const outcome = await model.complete(request, new AbortController().signal, (delta) =>
        deltas.push(delta),
      );
      if (!outcome.ok) throw new Error("the demo model failed");
      expect(deltas.map((delta) => delta.text ?? "").join("")).toBe(outcome.reply.text);
      expect(deltas.length).toBeGreaterThan(15);
      expect(deltas.at(-1)?.calls?.map((call) => call.name)).toEqual([
        "list_files",
        "read_file",
        "read_file",
      ]);
      expect(outcome.reply).toMatchObject({
        finishReason: "tool_calls",
        usage: { isEstimated: true },
        latencyMs: 0,
        firstTokenMs: 0,
      });
      expect(new Set(outcome.reply.calls.map((call) => call.id)).size).toBe(3);
    },
  );

  it("stops at once when it is cancelled, with what it had said", async () => {
    const stop = new AbortController();
    const model = new DemoModel({ kind: "demo", name: "Demo" }, { clock, demoDelayMs: 1 });
    let seen = 0;
    const outcome = await model.complete(request, stop.signal, () => {
      seen += 1;
      if (seen === 3) stop.abort();
    });
    expect(seen).toBe(3);
    expect(outcome).toMatchObject({ ok: false, failure: { isCancelled: true, isPassing: false } });
    if (!outcome.ok) expect(outcome.failure.text.length).toBeGreaterThan(3);
  });
});
