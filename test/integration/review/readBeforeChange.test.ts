import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { asks, calls, says } from "../../fakes/modelServer.ts";
import { attachSession, startHost } from "../../fakes/hostProcess.ts";
import { scriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";

const auto = { session: { policyMode: "autoEdit" as const } };
const edit = (path: string, from: string, to: string) =>
  calls("edit_file", { path, old_str: from, new_str: to });

describe("read before change", () => {
  verifies(
    ["LOOP-09"],
    "an edit of an unread file is refused with the next step; after the read, by whatever spelling, it goes through",
    async () => {
      const script = [
        edit("a.txt", "one", "two"),
        calls("write_file", { path: "a.txt", content: "gone\n" }),
        calls("read_file", { path: "link.txt" }),
        edit("./a.txt", "one", "two"),
        edit("a.txt", "two", "three"),
        calls("write_file", { path: "new.txt", content: "n\n" }),
        asks([
          { name: "read_file", args: { path: "b.txt" } },
          { name: "edit_file", args: { path: "b.txt", old_str: "b", new_str: "B" } },
        ]),
        says("done"),
      ];
      await using run = await scriptedRun(script, { ...auto, files: { "a.txt": "one\n", "b.txt": "b\n" } });
      symlinkSync("a.txt", path.join(run.workspace.path, "link.txt"));
      await run.session.send("go");
      const state = await run.session.ended();
      const edits = state.calls.filter((call) => call.tool !== "read_file");
      expect(edits.map((call) => call.state)).toEqual([
        "failed",
        "failed",
        "completed",
        "completed",
        "completed",
        "completed",
      ]);
      expect(edits.slice(0, 2).map((call) => call.errorCode)).toEqual(["stale", "stale"]);
      expect(run.model.requests[1]?.body.messages.at(-1)?.content).toMatch(
        /^a\.txt was not read in this session.*Read it with read_file first/,
      );
      expect(["a.txt", "b.txt", "new.txt"].map((file) => run.workspace.read(file))).toEqual([
        "three\n",
        "B\n",
        "n\n",
      ]);
    },
  );

  verifies(
    ["LOOP-09"],
    "a file that changed since is refused until it is read again, also after a restart of the host",
    async () => {
      const script = [
        calls("read_file", { path: "a.txt" }),
        says("read"),
        edit("a.txt", "x", "y"),
        says("hm"),
      ];
      await using run = await scriptedRun(script, { ...auto, files: { "a.txt": "one x\n", "b.txt": "b\n" } });
      await run.session.send("read");
      await run.session.ended();
      run.workspace.write("a.txt", "two x\n");
      await run.session.send("edit");
      await run.session.ended();
      expect(run.workspace.read("a.txt")).toBe("two x\n");
      expect(run.model.requests.at(-1)?.body.messages.at(-1)?.content).toMatch(
        /^a\.txt has changed since .*Read it again with read_file/,
      );
      run.model.script(calls("read_file", { path: "a.txt" }), says("read again"));
      await run.session.send("read again");
      await run.session.ended();
      await run.host.close();

      await using host = await startHost({ dataDir: run.host.dataDir });
      const session = attachSession(host, run.session.sessionId);
      run.model.script(edit("a.txt", "x", "y"), edit("b.txt", "b", "c"), says("done"));
      await session.send("edit");
      const { calls: all } = await session.ended();
      expect(all.slice(-2).map((call) => call.state)).toEqual(["completed", "failed"]);
      expect([run.workspace.read("a.txt"), run.workspace.read("b.txt")]).toEqual(["two y\n", "b\n"]);
    },
  );
});
