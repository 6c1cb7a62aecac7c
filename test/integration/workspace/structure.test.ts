import { describe, expect } from "vitest";
import { calls, says } from "../../fakes/modelServer.ts";
import { scriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";

describe("changes of whole files and folders, through the host", () => {
  verifies(
    ["TOOL-13", "GOV-01", "GOV-08"],
    "a deletion asks as L3 even where edits apply by themselves, and an undo brings it back",
    async () => {
      const script = [
        calls("delete_path", { path: "docs" }),
        calls("list_files", {}),
        calls("undo_change", { path: "docs" }),
        calls("list_changes", {}),
        says("ok"),
      ];
      await using run = await scriptedRun(script, {
        files: { "docs/a.md": "a", "docs/b.md": "b" },
        session: { policyMode: "autoEdit" },
      });
      await run.session.send("hi");
      const approval = await run.session.approval();
      expect(approval).toMatchObject({
        severity: "L3",
        arguments: { path: "docs" },
        reasons: ["deletesFiles"],
      });
      expect(approval.files).toBeUndefined();
      expect(run.workspace.has("docs/a.md")).toBe(true);
      await run.session.decide(approval, "allow");
      const state = await run.session.ended();
      expect(run.workspace.read("docs/a.md") + run.workspace.read("docs/b.md")).toBe("ab");
      expect(
        state.calls.map((call) => [call.tool, call.state, call.changed.map(({ path }) => path)]),
      ).toEqual([
        ["delete_path", "completed", ["docs"]],
        ["list_files", "completed", []],
        ["undo_change", "completed", ["docs"]],
        ["list_changes", "completed", []],
      ]);
      expect(run.model.requests[2]?.body.messages.at(-1)?.content).not.toContain("docs");
      expect(run.model.requests[4]?.body.messages.at(-1)?.content).toContain("deleted folder docs (2 files)");
    },
  );

  verifies(
    ["TOOL-13", "GOV-02", "GOV-08"],
    "an undo of an edit shows its diff before and applies what was decided",
    async () => {
      const script = [
        calls("read_file", { path: "a.txt" }),
        calls("edit_file", { path: "a.txt", old_str: "one\ntwo", new_str: "1\n2" }),
        calls("undo_change", {}),
        says("ok"),
      ];
      await using run = await scriptedRun(script, { files: { "a.txt": "one\ntwo\n" } });
      await run.session.send("hi");
      await run.session.decide(await run.session.approval(), "allow");
      const undo = await run.session.approval();
      expect(undo).toMatchObject({
        severity: "L2",
        files: [{ path: "a.txt", before: "1\n2\n", after: "one\ntwo\n" }],
      });
      await run.host.ask("approval.decide", {
        callId: undo.call.callId,
        argsHash: undo.argsHash,
        decision: "allowEdited",
        files: [{ path: "a.txt", content: "one\n2\n" }],
      });
      await run.session.ended();
      expect(run.workspace.read("a.txt")).toBe("one\n2\n");
    },
  );

  verifies(
    ["TOOL-13", "GOV-01"],
    "moving many files, or what is protected, asks as L3; a denied move never happens",
    async () => {
      const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`many/${i}`, "x"]));
      const script = [
        calls("move_path", { from: "many", to: "other" }),
        calls("move_path", { from: "app", to: "lib" }),
        calls("move_path", { from: "few", to: "some" }),
        says("ok"),
      ];
      await using run = await scriptedRun(script, { files: { ...many, "app/.env": "K=1", "few/a": "a" } });
      await run.session.send("hi");
      const seen: unknown[] = [];
      for (let i = 0; i < 3; i += 1) {
        const approval = await run.session.approval();
        seen.push([approval.severity, approval.reasons]);
        await run.session.decide(approval, i === 2 ? "allow" : "deny");
      }
      await run.session.ended();
      expect(seen).toEqual([
        ["L3", ["changesFiles", "manyFiles:21"]],
        ["L3", ["changesFiles", "protectedFile:app/.env", "protectedFile:lib/.env"]],
        ["L2", ["changesFiles"]],
      ]);
      expect(["many/0", "app/.env", "some/a"].every((path) => run.workspace.has(path))).toBe(true);
    },
  );
});
