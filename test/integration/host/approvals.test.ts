import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { calls, says } from "../../fakes/modelServer.ts";
import { scriptedRun } from "../../fakes/workspace.ts";

/** A file is read before it is changed (LOOP-09). */
const read = calls("read_file", { path: "main.mjs" });
const edit = { path: "main.mjs", old_str: "one", new_str: "two" };

describe("approvals", () => {
  verifies(
    ["GOV-01", "GOV-02"],
    "a denied change never happens and the model is told, with the reason",
    async () => {
      await using run = await scriptedRun([calls("write_file", { path: "a.txt", content: "x" }), says("ok")]);
      await run.session.send("hi");
      const approval = await run.session.approval();
      expect(approval).toMatchObject({
        severity: "L2",
        files: [{ path: "a.txt", baseHash: null, before: "", after: "x" }],
      });
      await run.session.decide(approval, "deny", "not here");
      const state = await run.session.ended();
      expect(state.calls[0]).toMatchObject({ state: "denied", decidedBy: "person", reason: "not here" });
      expect(run.workspace.has("a.txt")).toBe(false);
      expect(run.model.requests[1]?.body.messages.at(-1)?.content).toMatch(/refused[\s\S]*not here/);
    },
  );

  verifies(
    "GOV-02",
    "an edited diff is what is written, byte for byte, and the model is told what was changed",
    async () => {
      await using run = await scriptedRun([read, calls("edit_file", edit), says("ok")], {
        files: { "main.mjs": "a\r\none\r\nb\n" },
      });
      await run.session.send("hi");
      const approval = await run.session.approval();
      expect(run.workspace.read("main.mjs")).toBe("a\r\none\r\nb\n");
      const [file] = approval.files ?? [];
      expect(file).toMatchObject({ before: "a\r\none\r\nb\n", after: "a\r\ntwo\r\nb\n" });
      const content = "a\ntwo and a half\nb\n";
      await run.host.ask("approval.decide", {
        callId: approval.call.callId,
        argsHash: approval.argsHash,
        decision: "allowEdited",
        files: [{ path: "main.mjs", content }],
      });
      const state = await run.session.ended();
      expect(run.workspace.read("main.mjs")).toBe("a\r\ntwo and a half\r\nb\n");
      expect(state.calls[1]).toMatchObject({
        state: "completed",
        decision: "allowEdited",
        changed: [{ path: "main.mjs" }],
      });
      expect(run.model.requests[2]?.body.messages.at(-1)?.content).toMatch(
        /user changed[\s\S]*two and a half/,
      );
    },
  );

  verifies(
    ["GOV-01", "GOV-04"],
    "a stale card cannot be used: wrong hash, second click, unknown call",
    async () => {
      await using run = await scriptedRun([read, calls("edit_file", edit), says("ok")], {
        files: { "main.mjs": "one" },
      });
      await run.session.send("hi");
      const approval = await run.session.approval();
      const { callId } = approval.call;
      const wrong = await run.host.request("approval.decide", {
        callId,
        argsHash: `sha256:${"0".repeat(64)}`,
        decision: "allow",
      });
      expect(wrong).toMatchObject({ ok: false, error: { code: "stale" } });
      expect(run.workspace.read("main.mjs")).toBe("one");
      const both = await Promise.all(
        [1, 2].map(() =>
          run.host.request("approval.decide", { callId, argsHash: approval.argsHash, decision: "allow" }),
        ),
      );
      expect(both.map((answer) => answer.ok).sort()).toEqual([false, true]);
      await run.session.ended();
      expect(run.workspace.read("main.mjs")).toBe("two");
    },
  );

  verifies("GOV-02", "a file that changed after the card was shown is not overwritten: stale", async () => {
    await using run = await scriptedRun([read, calls("edit_file", edit), says("ok")], {
      files: { "main.mjs": "one" },
    });
    await run.session.send("hi");
    const approval = await run.session.approval();
    run.workspace.write("main.mjs", "one, by somebody else");
    await run.session.decide(approval, "allow");
    const state = await run.session.ended();
    expect(state.calls[1]).toMatchObject({ state: "failed", errorCode: "stale" });
    expect(run.workspace.read("main.mjs")).toBe("one, by somebody else");
  });

  verifies(
    "GOV-01",
    "a command waits with its whole line, folder and time limit; git push is L4; plan mode refuses both",
    async () => {
      const script = [calls("run_command", { command: "echo hi && git push origin main" }), says("ok")];
      await using run = await scriptedRun(script);
      await run.session.send("hi");
      const approval = await run.session.approval();
      expect(approval).toMatchObject({
        severity: "L4",
        command: { line: "echo hi && git push origin main", cwd: run.workspace.path, timeoutMs: 120_000 },
      });
      await run.session.decide(approval, "deny");
      await run.session.ended();

      await using plan = await scriptedRun(
        [
          calls("run_command", { command: "touch made" }, "write_file", { path: "b", content: "" }),
          says("ok"),
        ],
        {
          session: { policyMode: "plan" },
        },
      );
      await plan.session.send("hi");
      const state = await plan.session.ended();
      expect(state.calls.map((call) => [call.state, call.decidedBy])).toEqual([
        ["denied", "policy"],
        ["denied", "policy"],
      ]);
      expect(plan.workspace.has("made")).toBe(false);
    },
  );

  verifies(
    ["GOV-01", "GOV-02"],
    "autoEdit applies L2 by itself, asks for protected files and commands",
    async () => {
      await using run = await scriptedRun(
        [
          calls("write_file", { path: "a.txt", content: "x" }),
          calls("write_file", { path: ".env", content: "K=1" }),
          says("ok"),
        ],
        { session: { policyMode: "autoEdit" } },
      );
      await run.session.send("hi");
      const approval = await run.session.approval();
      expect(approval).toMatchObject({ severity: "L3", files: [{ path: ".env" }] });
      expect(run.workspace.read("a.txt")).toBe("x");
      await run.session.decide(approval, "deny");
      await run.session.ended();
      expect(run.workspace.has(".env")).toBe(false);
    },
  );

  verifies(
    "GOV-01",
    "the time limit for commands from the settings is shown on the card and holds",
    async () => {
      await using run = await scriptedRun([calls("run_command", { command: "sleep 30" }), says("ok")]);
      await run.host.ask("settings.set", { commandTimeoutMs: 1500 });
      await run.session.send("hi");
      const approval = await run.session.approval();
      expect(approval.command?.timeoutMs).toBe(1500);
      await run.session.decide(approval, "allow");
      const state = await run.session.ended();
      expect(state.calls[0]).toMatchObject({ state: "completed" });
      expect(run.model.requests[1]?.body.messages.at(-1)?.content).toMatch(
        /^still running after 1\.5 s; id c-/,
      );
    },
  );

  verifies("GOV-04", "approvals of two sessions stand in one list and are decided in any order", async () => {
    await using first = await scriptedRun(({ body }) => {
      const last = body.messages.at(-1);
      return last?.role === "user"
        ? calls("run_command", { command: `echo ${last.content ?? ""}` })
        : says("ok");
    });
    const { workspaceId } = await first.host.ask("workspace.open", { path: first.workspace.path });
    const { sessionId } = await first.host.ask("session.create", {
      workspaceId,
      modelId: first.modelId as never,
    });
    await first.session.send("hi");
    const one = await first.session.approval();
    await first.host.ask("session.send", { sessionId, text: "hi too" });
    const two = await first.host.waitFor("approval.requested", (item) => item.call.sessionId === sessionId);
    expect((await first.host.ask("approval.list", {})).map((item) => item.call.callId).sort()).toEqual(
      [one.call.callId, two.call.callId].sort(),
    );
    await first.host.ask("approval.decide", {
      callId: two.call.callId,
      argsHash: two.argsHash,
      decision: "allow",
    });
    await first.host.logged("call.completed", (event) => event.sessionId === sessionId);
    await first.session.decide(one, "deny");
    await first.session.ended();
    expect(await first.host.ask("approval.list", {})).toEqual([]);
  });

  verifies(
    "AUD-01",
    "no call starts without a matching decision, and what ran has the hash that was decided",
    async () => {
      await using run = await scriptedRun(
        [read, calls("edit_file", edit), calls("run_command", { command: "echo ok" }), says("done")],
        { files: { "main.mjs": "one" } },
      );
      await run.session.send("hi");
      await run.session.decide(await run.session.approval(), "allow");
      await run.session.decide(await run.session.approval(), "allow");
      await run.session.ended();
      const exported = await run.host.ask("trajectory.export", {
        sessionId: run.session.sessionId,
        format: "json",
      });
      const { events } = JSON.parse(exported.content ?? "{}") as {
        events: { type: string; body: { callId?: string; argsHash?: string } }[];
      };
      const started = events.filter((event) => event.type === "call.started");
      expect(started).toHaveLength(3);
      for (const start of started) {
        const at = events.indexOf(start);
        const decided = events
          .slice(0, at)
          .findLast((event) => event.type === "call.decided" && event.body.callId === start.body.callId);
        expect(decided?.body.argsHash).toBe(start.body.argsHash);
      }
      expect(await run.host.ask("audit.verify", {})).toMatchObject({ ok: true });
    },
  );
});
