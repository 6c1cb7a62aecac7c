import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { openTestWorkspace } from "../../../../electron/servers/workspace/testing/testWorkspace.ts";
import { verifies } from "../../../verifies.ts";
import { byteTree } from "./byteTree.ts";
import { checkRefused, type Cell } from "./cells.ts";
import { openWays } from "./ways.ts";

const theirs = "written by another program\n";

describe("a file that changes after it was read", () => {
  verifies(
    ["TOOL-02", "TOOL-04", "TOOL-10", "TOOL-13"],
    "is not written over by an edit, a write or an undo, over stdio and over HTTP",
    async () => {
      await using ways = await openWays({ files: { "a.txt": "one\n", "m.txt": "m\n", "n.txt": "n\n" } });
      for (const way of ways.all) {
        const read = await way.call("read_file", { path: "a.txt" });
        expect(await way.call("edit_file", { path: "n.txt", old_str: "n", new_str: "nn" })).toMatchObject({
          isError: false,
        });
        await way.call("move_path", { from: "m.txt", to: "m2.txt" });
        for (const name of ["a.txt", "n.txt", "m.txt"]) writeFileSync(join(way.root, name), theirs);
        const hash = String(read.data["hash"]);
        const stale = (path: string): Pick<Cell, "code" | "says"> => ({
          code: "stale",
          says: [path, /chang|again/i],
        });
        await checkRefused(way, [
          {
            tool: "edit_file",
            input: { path: "a.txt", old_str: "one", new_str: "two", base_hash: hash },
            ...stale("a.txt"),
          },
          {
            tool: "write_file",
            input: { path: "a.txt", content: "two\n", base_hash: hash },
            ...stale("a.txt"),
          },
          { tool: "undo_change", input: { path: "n.txt" }, ...stale("n.txt") },
          { tool: "undo_change", input: { path: "m2.txt" }, ...stale("m.txt") },
        ]);
      }
    },
  );
});

describe("a file that changes while it is read", () => {
  verifies(["TOOL-02"], "is shown with a note that it changed meanwhile", async () => {
    using ws = openTestWorkspace({ "live.log": "line\n".repeat(2_000_000) });
    const path = join(ws.root, "live.log");
    const reading = ws.call("read_file", { path: "live.log", limit: 5 });
    // The call has opened the file and waits for its first piece: nothing else ran in between.
    appendFileSync(path, "more\n");
    const answer = await reading;
    expect(answer.text).toContain("it was changed by another program while it was read: read it again");
    expect(answer.data).toMatchObject({ lines: 2_000_000, bytes: 10_000_000 });
  });
});

describe("a file that changes between the check and the write", () => {
  verifies(
    ["TOOL-04", "TOOL-08", "TOOL-13"],
    "keeps what the other program wrote, whichever tool comes second",
    async () => {
      const change = (real: string): void => {
        const other = `${real}.other`;
        writeFileSync(other, theirs);
        renameSync(other, real);
      };
      using ws = openTestWorkspace({ "a.txt": "one\n" }, { beforeCommit: change });
      for (const [tool, input] of [
        ["edit_file", { path: "a.txt", old_str: "one", new_str: "two" }],
        ["write_file", { path: "a.txt", content: "two\n" }],
        ["move_path", { from: "a.txt", to: "b.txt" }],
        ["delete_path", { path: "a.txt" }],
      ] as const) {
        ws.put("a.txt", "one\n");
        const answer = await ws.call(tool, input);
        expect(answer, `${tool}: ${answer.text}`).toMatchObject({ isError: true, code: "stale" });
        expect(answer.text).toMatch(/again/);
        expect(Object.keys(byteTree(ws.root))).toEqual(["a.txt"]);
        expect(ws.text("a.txt")).toBe(theirs);
      }
      expect((await ws.call("list_changes", {})).data).toMatchObject({ total: 0 });
    },
  );

  verifies(["TOOL-04"], "also when that happens while the new content is flushed to the disk", async () => {
    let real = "";
    using ws = openTestWorkspace(
      { "a.txt": "one\n" },
      {
        beforeCommit: (path) => {
          real = path;
        },
        // Stands between the first check of the file and the rename.
        write: (_fd, bytes) => {
          appendFileSync(real, theirs);
          return bytes.length;
        },
      },
    );
    const answer = await ws.call("edit_file", { path: "a.txt", old_str: "one", new_str: "two" });
    expect(answer, answer.text).toMatchObject({ isError: true, code: "stale" });
    expect(readFileSync(join(ws.root, "a.txt"), "utf8")).toBe(`one\n${theirs}`);
    expect(Object.keys(byteTree(ws.root))).toEqual(["a.txt"]);
  });
});
