import { mkdirSync, renameSync, rmSync } from "node:fs";
import { describe, expect } from "vitest";
import { calls, says } from "../../fakes/modelServer.ts";
import { scriptedRun, type ScriptedRun } from "../../fakes/workspace.ts";
import { startHost, startSession } from "../../fakes/hostProcess.ts";
import { verifies } from "../../verifies.ts";

const edit = (path: string, from: string, to: string) =>
  calls("edit_file", { path, old_str: from, new_str: to });
const read = (path: string) => calls("read_file", { path });

const workspaceOf = async ({ host, workspace }: ScriptedRun) => {
  const found = (await host.ask("workspace.list", {})).find((item) => item.path === workspace.path);
  if (!found) throw new Error("the workspace is not listed");
  return found;
};

describe("edits that apply by themselves", () => {
  verifies(
    ["GOV-02"],
    "the first card offers it, taking the offer accepts that change, and the next edit runs by the workspace's rule",
    async () => {
      const script = [read("a.txt"), edit("a.txt", "one", "1"), edit("a.txt", "two", "2"), says("done")];
      await using run = await scriptedRun(script, { files: { "a.txt": "one\ntwo\n" } });
      await run.session.send("go");
      const card = await run.session.approval();
      expect(card.offersAutoApply).toBe(true);
      await run.host.ask("approval.decide", {
        callId: card.call.callId,
        argsHash: card.argsHash,
        decision: "allow",
        autoApplyEdits: true,
      });
      const state = await run.session.ended();

      expect(state.turns.at(-1)?.reason).toBe("answered");
      expect(run.workspace.read("a.txt")).toBe("1\n2\n");
      expect(state.calls.slice(1)).toMatchObject([
        { tool: "edit_file", state: "completed", decidedBy: "person", rule: "person" },
        { tool: "edit_file", state: "completed", decidedBy: "policy", rule: "workspace:autoApply" },
      ]);
      expect((await workspaceOf(run)).autoApplyEdits).toBe(true);
      const noted = await run.host.logged("config.changed");
      expect(noted.body).toMatchObject({
        name: "workspace.autoApplyEdits",
        value: {
          path: run.workspace.path,
          autoApplyEdits: true,
          by: "person",
          callId: card.call.callId,
          sessionId: run.session.sessionId,
        },
      });
      expect(await run.host.ask("audit.verify", {})).toMatchObject({ ok: true });
    },
  );

  verifies(
    ["GOV-02"],
    "protected files and commands still ask, the mode ask asks for everything, plan refuses, and it can be turned off",
    async () => {
      const script = [
        calls("write_file", { path: ".npmrc", content: "x=1\n" }),
        calls("run_command", { command: "node --version" }),
        calls("write_file", { path: "b.txt", content: "b\n" }),
        says("done"),
        calls("write_file", { path: "c.txt", content: "c\n" }),
        says("done"),
        calls("write_file", { path: "d.txt", content: "d\n" }),
        says("done"),
        calls("write_file", { path: "e.txt", content: "e\n" }),
        says("done"),
      ];
      await using run = await scriptedRun(script);
      const { sessionId } = run.session;
      const { workspaceId } = await workspaceOf(run);
      await run.host.ask("workspace.update", { workspaceId, autoApplyEdits: true });
      await run.session.send("protected");
      const npmrc = await run.session.approval();
      expect(npmrc).toMatchObject({ severity: "L3" });
      expect(npmrc.offersAutoApply).toBeUndefined();
      await run.session.decide(npmrc, "deny");
      await run.session.decide(await run.session.approval(), "deny");
      await run.session.ended();
      expect(run.workspace.has(".npmrc")).toBe(false);
      expect(run.workspace.read("b.txt")).toBe("b\n");

      await run.host.ask("session.update", { sessionId, policyMode: "ask" });
      await run.session.send("asks");
      const asked = await run.session.approval();
      expect(asked.offersAutoApply).toBeUndefined();
      await run.session.decide(asked, "deny");
      await run.session.ended();

      await run.host.ask("session.update", { sessionId, policyMode: "plan" });
      await run.session.send("plans");
      expect((await run.session.ended()).calls.at(-1)).toMatchObject({
        state: "denied",
        decidedBy: "policy",
        rule: "mode:plan",
      });

      await run.host.ask("session.update", { sessionId, policyMode: "default" });
      await run.host.ask("workspace.update", { workspaceId, autoApplyEdits: false });
      await run.session.send("asks again");
      const again = await run.session.approval();
      expect(again.offersAutoApply).toBe(true);
      await run.session.decide(again, "deny");
      await run.session.ended();
      expect(["c.txt", "d.txt", "e.txt"].filter((file) => run.workspace.has(file))).toEqual([]);
    },
  );

  verifies(
    ["GOV-02"],
    "the choice outlives a restart, is not taken with a refusal, and a namesake of the folder does not inherit it",
    async () => {
      const script = [calls("write_file", { path: "a.txt", content: "a\n" }), says("done")];
      await using run = await scriptedRun(script);
      await run.session.send("go");
      const card = await run.session.approval();
      const bad = await run.host.request("approval.decide", {
        callId: card.call.callId,
        argsHash: card.argsHash,
        decision: "deny",
        autoApplyEdits: true,
      });
      expect(bad).toMatchObject({ ok: false, error: { code: "invalidInput" } });
      await run.session.decide(card, "deny");
      await run.session.ended();
      const { workspaceId } = await workspaceOf(run);
      expect((await workspaceOf(run)).autoApplyEdits).toBe(false);
      await run.host.ask("workspace.update", { workspaceId, autoApplyEdits: true });
      await run.host.close();

      await using next = await startHost({ dataDir: run.host.dataDir });
      const listed = async () => (await next.ask("workspace.list", {}))[0]?.autoApplyEdits;
      expect(await listed()).toBe(true);
      // Another folder under the same path: the old one stays elsewhere, so that its number is not given out again.
      renameSync(run.workspace.path, `${run.workspace.path}-old`);
      mkdirSync(run.workspace.path);
      await next.ask("workspace.open", { path: run.workspace.path });
      expect(await listed()).toBe(false);
      run.model.script(calls("write_file", { path: "b.txt", content: "b\n" }), says("done"));
      const session = await startSession(next, run.workspace.path, run.modelId);
      await session.send("go");
      await session.decide(await session.approval(), "deny");
      await session.ended();
      expect(run.workspace.has("b.txt")).toBe(false);
      rmSync(`${run.workspace.path}-old`, { recursive: true });
    },
  );
});
