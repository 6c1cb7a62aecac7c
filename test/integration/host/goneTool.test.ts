import { describe, expect } from "vitest";
import { calls, says } from "../../fakes/modelServer.ts";
import { scriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";

describe("a tool that is not there", () => {
  verifies(
    ["LOOP-04", "TOOL-09"],
    "of the project: the model is told why; one that never was: which there are; nothing runs",
    async () => {
      const script = [
        calls("format_file", { path: "a.js" }),
        calls("no_such_thing", { command: "touch x" }),
        says("I see."),
      ];
      await using run = await scriptedRun(script, { files: { "a.js": "1" } });
      await run.session.send("hi");
      const state = await run.session.ended();
      expect(state.calls.map((call) => call.state)).toEqual(["failed", "failed"]);
      const told = run.model.requests.map(({ body }) => body.messages.at(-1)?.content ?? "");
      expect(told[1]).toMatch(
        /format_file is not there now: the project declares no formatter.*Nothing was run\./,
      );
      expect(told[2]).toMatch(/There is no tool named "no_such_thing"/);
      expect(run.workspace.has("x")).toBe(false);
      expect(await run.host.ask("approval.list", {})).toEqual([]);
    },
  );
});
