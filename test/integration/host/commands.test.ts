import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { calls, says } from "../../fakes/modelServer.ts";
import { scriptedRun } from "../../fakes/workspace.ts";
import { runningCommands, until } from "../workspace/workspaceServer.ts";

const runs = (marker: string): boolean => runningCommands().some((line) => line.includes(marker));
const idIn = (text: string): string => /\bc-[0-9a-f]{8}\b/.exec(text)?.[0] ?? "";

describe("commands", () => {
  verifies(
    ["GOV-01", "GOV-02"],
    "a program waits with every argument quoted; what it would do is judged by its words",
    async () => {
      const push = { program: "git", args: ["push", "it's a; b", ""], network: true, cwd: "sub" };
      const run_program = [
        calls("run_program", push, "run_program", { program: "git", args: ["echo", "; git push"] }),
      ];
      await using run = await scriptedRun([...run_program, says("ok")], { files: { "sub/a": "" } });
      await run.session.send("hi");
      const approval = await run.session.approval();
      expect(approval).toMatchObject({
        severity: "L4",
        reasons: ["runsCommand", "network", "pushes:git push"],
        command: {
          line: "git push 'it'\\''s a; b' ''",
          cwd: `${run.workspace.path}/sub`,
          timeoutMs: 120_000,
        },
      });
      await run.session.decide(approval, "deny");
      const second = await run.session.approval();
      expect(second).toMatchObject({ severity: "L3", command: { line: "git echo '; git push'" } });
      await run.session.decide(second, "deny");
      await run.session.ended();
    },
  );

  verifies(
    ["TOOL-05", "TOOL-07"],
    "one at its time limit goes on: followed without asking, ended with a question, gone with the host",
    async () => {
      let id = "";
      await using run = await scriptedRun(({ body }) => {
        const last = body.messages.at(-1);
        const text = last?.content ?? "";
        if (last?.role === "user")
          return calls("run_program", {
            program: "sh",
            args: ["-c", "echo up; sleep 9781"],
            timeout_ms: 700,
          });
        if (text.startsWith("still running")) {
          id = idIn(text);
          return calls("command_output", { id, offset: 0 });
        }
        if (text.startsWith("running for")) return calls("stop_command", { id });
        if (text.startsWith("was stopped"))
          return calls("run_program", { program: "sleep", args: ["9782"], background: true });
        return says("done");
      });
      await run.session.send("hi");
      await run.session.decide(await run.session.approval(), "allow");
      const stop = await run.session.approval();
      expect(stop).toMatchObject({ severity: "L2", reasons: ["stopsCommand"], arguments: { id } });
      expect(runs("sleep 9781")).toBe(true);
      await run.session.decide(stop, "allow");
      const background = await run.session.approval();
      expect(runs("sleep 9781")).toBe(false);
      expect(background).toMatchObject({
        severity: "L3",
        reasons: ["runsCommand", "background"],
        command: { line: "sleep 9782" },
      });
      await run.session.decide(background, "allow");
      const state = await run.session.ended();
      expect(state.calls.map((call) => [call.tool, call.state, call.severity])).toEqual([
        ["run_program", "completed", "L3"],
        ["command_output", "completed", "L1"],
        ["stop_command", "completed", "L2"],
        ["run_program", "completed", "L3"],
      ]);
      expect(runs("sleep 9782")).toBe(true);
      await run.host[Symbol.asyncDispose]();
      await until(() => !runs("sleep 9782"), "nothing of it runs");
    },
  );
});
