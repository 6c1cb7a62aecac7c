import { describe, expect } from "vitest";
import { calls, says } from "../../fakes/modelServer.ts";
import { scriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";

const manifest = (scripts: Record<string, string>): string => JSON.stringify({ scripts });

describe("project tools in a session", () => {
  verifies(
    ["TOOL-09", "MCP-02"],
    "are offered from the step after the file came until the step after it went",
    async () => {
      await using run = await scriptedRun([
        calls("write_file", {
          path: "package.json",
          content: manifest({ hello: "echo hi", finish: "npm publish" }),
        }),
        calls("run_npm_script", { script: "hello" }),
        calls("run_npm_script", { script: "finish" }),
        calls("run_command", { command: "rm package.json" }),
        calls("run_npm_script", { script: "hello" }),
        says("done"),
      ]);
      await run.session.send("go");
      await run.session.decide(await run.session.approval(), "allow");
      const hello = await run.session.approval();
      expect(hello.severity).toBe("L3");
      await run.session.decide(hello, "allow");
      const finish = await run.session.approval();
      expect(finish.severity).toBe("L4");
      await run.session.decide(finish, "deny");
      await run.session.decide(await run.session.approval(), "allow");
      const state = await run.session.ended();

      const offered = run.model.requests.map(
        (request) => request.body.tools?.some((tool) => tool.function.name === "run_npm_script") === true,
      );
      expect(offered).toEqual([false, true, true, true, false, false]);
      expect(state.calls.map((call) => call.state)).toEqual([
        "completed",
        "completed",
        "denied",
        "completed",
        "failed",
      ]);
      const last = run.model.requests.at(-1)?.body.messages.at(-1);
      expect(last?.content).toContain("run_npm_script is not there now: it comes with package.json");
    },
    60_000,
  );
});
