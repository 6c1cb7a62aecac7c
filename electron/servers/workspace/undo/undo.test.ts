import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/testWorkspace.ts";
import { treeOf } from "../testing/treeOf.ts";

const preview = { "loopwright/preview": true };
const commit = (path: string, baseHash: string | null, content: string): Record<string, unknown> => ({
  "loopwright/commit": { files: [{ path, baseHash, content }] },
});

interface Shown {
  readonly path: string;
  readonly baseHash: string | null;
  readonly before: string;
  readonly after: string;
}
const shownBy = (data: Record<string, unknown>): Shown | undefined =>
  (data["preview"] as { files: Shown[] }).files[0];
const idOf = (data: Record<string, unknown>): string => String(data["changeId"]);

async function undoAll(ws: TestWorkspace): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const undone = await ws.call("undo_change", {});
    if (undone.code === "nothingToUndo") return ids;
    expect(undone).toMatchObject({ isError: false });
    ids.push(idOf(undone.data));
  }
}

describe("undo_change", () => {
  verifies(
    ["TOOL-13", "GOV-08"],
    "of any sequence of changes, one after another, leaves the very same tree; undoing the undos brings it all back",
    async () => {
      const path = fc.constantFrom("a", "b", "d", "d/a", "d/e", "d/e/b", "n/m/c", "la", "ld", "ld/e/b");
      const text = fc.constantFrom("", "x\n", "x\r\ny", "ü\n");
      const step = fc.oneof(
        fc.record({ path, content: text }).map((input) => ["write_file", input] as const),
        fc
          .record({ path })
          .map(({ path: one }) => ["edit_file", { path: one, old_str: "x", new_str: "xx" }] as const),
        fc.record({ path }).map((input) => ["create_folder", input] as const),
        fc.record({ from: path, to: path }).map((input) => ["move_path", input] as const),
        fc.record({ path }).map((input) => ["delete_path", input] as const),
        fc.constant(["undo_change", {}] as const),
      );
      let changes = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          using ws = openTestWorkspace({ a: "x\n", "d/a": "in d", "d/e/b": Buffer.from("\ufeffx\r\n") });
          chmodSync(join(ws.root, "a"), 0o750);
          chmodSync(join(ws.root, "d/e"), 0o710);
          symlinkSync("a", join(ws.root, "la"));
          symlinkSync("d", join(ws.root, "ld"));
          const before = treeOf(ws.root);
          for (const [name, input] of steps) {
            const made = await ws.call(name, input);
            if (!made.isError) changes += 1;
          }
          const after = treeOf(ws.root);
          const undos = await undoAll(ws);
          expect(treeOf(ws.root)).toEqual(before);
          for (const id of undos.reverse()) {
            expect(await ws.call("undo_change", { id })).toMatchObject({ isError: false });
          }
          expect(treeOf(ws.root)).toEqual(after);
        }),
        { numRuns: 80, seed: 20_260_301 },
      );
      expect(changes).toBeGreaterThan(120);
    },
    60_000,
  );

  verifies(
    ["TOOL-13", "TOOL-11"],
    "ED-14, ED-15: gives back bytes and mode, through a link that stays a link",
    async () => {
      using ws = openTestWorkspace({ "real/app.conf": "on = false\n", "go.sh": "echo one\n" });
      symlinkSync("real/app.conf", join(ws.root, "app.conf"));
      chmodSync(join(ws.root, "go.sh"), 0o755);
      await ws.call("edit_file", { path: "app.conf", old_str: "false", new_str: "true" });
      await ws.call("edit_file", { path: "go.sh", old_str: "one", new_str: "two" });
      expect(await ws.call("undo_change", { path: "app.conf" })).toMatchObject({ isError: false });
      expect(await ws.call("undo_change", { path: "go.sh" })).toMatchObject({ isError: false });
      expect(readlinkSync(join(ws.root, "app.conf"))).toBe("real/app.conf");
      expect([ws.text("real/app.conf"), ws.text("go.sh")]).toEqual(["on = false\n", "echo one\n"]);
      expect(statSync(join(ws.root, "go.sh")).mode & 0o777).toBe(0o755);
      expect(readdirSync(ws.root).toSorted()).toEqual(["app.conf", "go.sh", "real"]);
    },
  );

  verifies("GOV-08", "refuses where something newer would be lost, and changes nothing then", async () => {
    using ws = openTestWorkspace({ "a.txt": "one\n", "gone.txt": "g" });
    await ws.call("edit_file", { path: "a.txt", old_str: "one", new_str: "two" });
    await ws.call("write_file", { path: "new.txt", content: "n" });
    await ws.call("delete_path", { path: "gone.txt" });
    await ws.call("move_path", { from: "new.txt", to: "moved.txt" });
    ws.put("a.txt", "by hand\n");
    ws.put("gone.txt", "again");
    ws.put("new.txt", "another");
    const before = treeOf(ws.root);
    for (const path of ["a.txt", "gone.txt", "moved.txt", "new.txt"]) {
      expect(await ws.call("undo_change", { path })).toMatchObject({ code: "stale" });
    }
    expect(treeOf(ws.root)).toEqual(before);
    await ws.call("create_folder", { path: "f" });
    ws.put("f/inside", "x");
    expect(await ws.call("undo_change", { path: "f" })).toMatchObject({ code: "stale" });
    expect(ws.text("f/inside")).toBe("x");
  });

  verifies(
    "GOV-08",
    "goes further back each time, per path or over all, and an undo can be taken back",
    async () => {
      using ws = openTestWorkspace({ "a.txt": "1", "b.txt": "1" });
      for (const [path, content] of [
        ["a.txt", "2"],
        ["b.txt", "2"],
        ["a.txt", "3"],
      ] as const) {
        await ws.call("write_file", { path, content });
      }
      await ws.call("undo_change", { path: "a.txt" });
      const undo = await ws.call("undo_change", { path: "a.txt" });
      expect([ws.text("a.txt"), ws.text("b.txt")]).toEqual(["1", "2"]);
      expect(await ws.call("undo_change", { path: "a.txt" })).toMatchObject({ code: "nothingToUndo" });
      await ws.call("undo_change", { id: idOf(undo.data) });
      expect(ws.text("a.txt")).toBe("2");
      const again = await ws.call("undo_change", { id: idOf(undo.data) });
      expect(again).toMatchObject({ code: "nothingToUndo" });
      expect(again.text).toContain("To have it again: undo_change with id ");
      await ws.call("undo_change", {});
      await ws.call("undo_change", {});
      expect([ws.text("a.txt"), ws.text("b.txt")]).toEqual(["1", "1"]);
      expect(await ws.call("undo_change", { id: "nope" })).toMatchObject({ code: "notFound" });
      expect(await ws.call("undo_change", { id: "nope", path: "a.txt" })).toMatchObject({
        code: "invalidInput",
      });
    },
  );

  verifies(
    ["GOV-02", "GOV-08"],
    "shows its diff before, takes a decided content, and is stale when something else was shown",
    async () => {
      using ws = openTestWorkspace({ "a.txt": "1\n2\n" });
      await ws.call("write_file", { path: "a.txt", content: "one\ntwo\n" });
      const shown = shownBy((await ws.call("undo_change", {}, preview)).data);
      expect(shown).toMatchObject({ path: "a.txt", before: "one\ntwo\n", after: "1\n2\n" });
      expect(ws.text("a.txt")).toBe("one\ntwo\n");
      await ws.call("write_file", { path: "b.txt", content: "b" });
      const meta = commit("a.txt", shown?.baseHash ?? null, "1\ntwo\n");
      expect(await ws.call("undo_change", {}, meta)).toMatchObject({ code: "stale" });
      expect(await ws.call("undo_change", { path: "a.txt" }, meta)).toMatchObject({ isError: false });
      expect([ws.text("a.txt"), ws.text("b.txt")]).toEqual(["1\ntwo\n", "b"]);

      const removal = shownBy((await ws.call("undo_change", { path: "b.txt" }, preview)).data);
      expect(removal).toMatchObject({ before: "b", after: "" });
      const edited = commit("b.txt", removal?.baseHash ?? null, "c");
      expect(await ws.call("undo_change", { path: "b.txt" }, edited)).toMatchObject({ code: "invalidInput" });
      const asShown = commit("b.txt", removal?.baseHash ?? null, "");
      expect(await ws.call("undo_change", { path: "b.txt" }, asShown)).toMatchObject({ isError: false });
      expect(readdirSync(ws.root)).toEqual(["a.txt"]);
    },
  );

  verifies("TOOL-08", "with a request id that comes again undoes once", async () => {
    using ws = openTestWorkspace({ "a.txt": "1" });
    await ws.call("write_file", { path: "a.txt", content: "2" });
    await ws.call("write_file", { path: "a.txt", content: "3" });
    const meta = { "loopwright/requestId": "call-1" };
    const answers = [await ws.call("undo_change", {}, meta), await ws.call("undo_change", {}, meta)];
    expect(answers[1]).toEqual(answers[0]);
    expect(ws.text("a.txt")).toBe("2");
  });

  it("asks the team's permits for every path it touches", async () => {
    const locked = new Set<string>();
    const permits = {
      mayWrite: (rel: string) => !locked.has(rel),
      mayRun: () => true,
      mayRunShell: true,
      mayUseNetwork: true,
    };
    using ws = openTestWorkspace({ "d/a": "1", "d/b": "1", c: "1" }, {}, { permits });
    await ws.call("delete_path", { path: "d" });
    await ws.call("write_file", { path: "c", content: "2" });
    locked.add("d/b").add("c");
    expect(await ws.call("undo_change", { path: "d" })).toMatchObject({ code: "denied" });
    expect(await ws.call("undo_change", { path: "c" })).toMatchObject({ code: "denied" });
    expect([readdirSync(ws.root), ws.text("c")]).toEqual([["c"], "2"]);
  });

  it("finds the change of a link itself, wherever it leads", async () => {
    using ws = openTestWorkspace({ a: "a" });
    symlinkSync("../out", join(ws.root, "away"));
    symlinkSync("nowhere", join(ws.root, "broken"));
    await ws.call("move_path", { from: "away", to: "n/away" });
    await ws.call("move_path", { from: "broken", to: "n/broken" });
    expect(await ws.call("undo_change", { path: "n/away" })).toMatchObject({ isError: false });
    expect(await ws.call("undo_change", { path: "n/broken" })).toMatchObject({ isError: false });
    expect(readdirSync(ws.root).toSorted()).toEqual(["a", "away", "broken"]);
    expect(await ws.call("undo_change", { path: "" })).toMatchObject({ code: "invalidInput" });
    expect(await ws.call("undo_change", { path: "../out/x" })).toMatchObject({ code: "outsideWorkspace" });
  });

  it("does not restore through a folder that became a link", async () => {
    using ws = openTestWorkspace({ "d/a": "1" });
    await ws.call("delete_path", { path: "d/a" });
    await ws.call("move_path", { from: "d", to: "e" });
    symlinkSync("../out", join(ws.root, "d"));
    expect(await ws.call("undo_change", { path: "d/a" })).toMatchObject({ code: "outsideWorkspace" });
    expect(readdirSync(ws.outside)).toEqual([]);
  });
});

describe("list_changes", () => {
  verifies(
    "GOV-08",
    "lists what can be undone, newest first, by path, with what was taken back",
    async () => {
      using ws = openTestWorkspace({ "src/a.txt": "1" });
      await ws.call("write_file", { path: "src/a.txt", content: "2" });
      await ws.call("create_folder", { path: "docs/new" });
      await ws.call("move_path", { from: "src", to: "lib" });
      const undo = await ws.call("undo_change", { path: "docs" });
      const all = await ws.call("list_changes", {});
      const changes = all.data["changes"] as { kind: string; path: string; isUndone: boolean }[];
      expect(changes.map(({ kind, path, isUndone }) => [kind, path, isUndone])).toEqual([
        ["deleted", "docs/new", false],
        ["moved", "lib", false],
        ["created", "docs/new", true],
        ["changed", "src/a.txt", false],
      ]);
      expect(all.text.split("\n")[2]).toContain(idOf(undo.data));
      expect((await ws.call("list_changes", { path: "src" })).data).toMatchObject({ total: 2 });
      expect((await ws.call("list_changes", { path: ".", limit: 1 })).data).toMatchObject({
        total: 4,
        changes: [{}],
      });
    },
  );

  it("keeps its store for the owner alone, outside of the workspace", async () => {
    using ws = openTestWorkspace({ "a.txt": "1" });
    await ws.call("write_file", { path: "a.txt", content: "2" });
    const store = join(ws.scope.stateFolder, "changes");
    expect(lstatSync(store).mode & 0o777).toBe(0o700);
    const [kept = ""] = readdirSync(store);
    expect(lstatSync(join(store, kept)).nlink).toBe(1);
    expect(readFileSync(join(store, kept), "utf8")).toBe("1");
  });
});
