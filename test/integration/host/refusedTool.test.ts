import { describe, expect } from "vitest";
import { fails, says } from "../../fakes/modelServer.ts";
import { startSession } from "../../fakes/hostProcess.ts";
import { scriptedRun, type ScriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";

const refusal = fails(400, "Invalid schema for function 'git_log': array schema missing items.");

const offered = (run: ScriptedRun, request: number): string[] =>
  (run.model.requests[request]?.body.tools ?? []).map((tool) => tool.function.name);

describe("a tool that a provider refuses", () => {
  verifies(
    ["MODEL-02", "LOOP-10"],
    "MC-13: it is left out for that model with a note, and the chat goes on; another model is offered it",
    async () => {
      await using run = await scriptedRun([refusal, says("Hello."), says("Again."), says("Other.")]);
      const told = run.host.waitFor("app.notice", ({ notice }) => notice.key === "toolRefused");
      await run.session.send("hello");
      const state = await run.session.ended();

      expect(state.turns.at(-1)).toMatchObject({ reason: "answered" });
      expect(state.steps).toMatchObject([{ state: "completed", attempt: 2, text: "Hello." }]);
      expect(offered(run, 0)).toContain("git_log");
      expect(offered(run, 1)).toEqual(offered(run, 0).filter((name) => name !== "git_log"));
      expect((await told).notice).toMatchObject({
        params: { model: "scripted", tool: "git_log" },
        detail: expect.stringContaining("array schema missing items") as string,
      });

      await run.session.send("again");
      await run.session.ended();
      expect(offered(run, 2)).toEqual(offered(run, 1));

      const { modelId } = await run.host.ask("model.add", {
        kind: "openai-compatible",
        name: "other",
        baseUrl: run.model.baseUrl,
        model: "other",
      });
      const other = await startSession(run.host, run.workspace.path, modelId);
      await other.send("hello");
      await other.ended();
      expect(offered(run, 3)).toContain("git_log");
    },
  );

  verifies("MODEL-02", "a refusal that names no tool ends the turn as before", async () => {
    await using run = await scriptedRun([fails(400, "This model does not support tools.")]);
    await run.session.send("hello");
    const state = await run.session.ended();
    expect(state.turns.at(-1)).toMatchObject({ reason: "modelFailed" });
    expect(run.model.requests).toHaveLength(1);
  });
});
