import { describe, expect } from "vitest";
import { calls, says } from "../../fakes/modelServer.ts";
import { startSession } from "../../fakes/hostProcess.ts";
import { makeWorkspace, scriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";

const expectedKind: unknown = process.platform === "linux" ? "bubblewrap" : expect.any(String);

describe("the sandbox of commands, seen from the host", () => {
  verifies(
    ["GOV-09", "GOV-02"],
    "the card says what holds a command back, and the log keeps it",
    async () => {
      const line = "echo x > .vscode/tasks.json; echo $LOOPWRIGHT_SANDBOX";
      await using run = await scriptedRun([
        calls("run_command", { command: line }),
        calls("run_command", { command: "true", network: true }),
        says("ok"),
      ]);
      await run.session.send("hi");
      const first = await run.session.approval();
      expect(first.command?.sandbox).toMatchObject({ kind: expectedKind, network: false });
      await run.session.decide(first, "allow");
      const second = await run.session.approval();
      expect(second.command?.sandbox).toMatchObject({ kind: expectedKind, network: true });
      await run.session.decide(second, "allow");
      const state = await run.session.ended();
      expect(state.calls.map((call) => call.state)).toEqual(["completed", "completed"]);
      expect(run.workspace.has(".vscode")).toBe(false);
    },
  );

  verifies(
    ["GOV-09"],
    "turned off in the settings, the next server runs without and the card says so",
    async () => {
      await using run = await scriptedRun([calls("run_command", { command: "true" }), says("ok")]);
      await run.host.ask("settings.set", { sandbox: "off" });
      using other = makeWorkspace();
      const session = await startSession(run.host, other.path, run.modelId);
      await session.send("hi");
      const card = await session.approval();
      expect(card.command?.sandbox).toMatchObject({ kind: "none", cause: "off", network: false });
      await session.decide(card, "deny");
      await session.ended();
    },
  );
});
