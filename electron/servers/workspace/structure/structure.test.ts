import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import { treeOf } from "../testing/treeOf.ts";

const preview = { "loopwright/preview": true };

describe("create_folder", () => {
  verifies(
    "TOOL-13",
    "makes missing folders, leaves an existing one, refuses a file and git's own",
    async () => {
      using ws = openTestWorkspace({ file: "x", ".git/HEAD": "ref" });
      expect(await ws.call("create_folder", { path: "a/b/c" })).toMatchObject({ isError: false });
      expect(await ws.call("create_folder", { path: "a/b" })).toMatchObject({
        isError: false,
        data: { changed: [] },
      });
      expect(await ws.call("create_folder", { path: "file" })).toMatchObject({ code: "exists" });
      expect(await ws.call("create_folder", { path: "file/d" })).toMatchObject({ code: "notFound" });
      expect(await ws.call("create_folder", { path: ".GIT/hooks2" })).toMatchObject({ code: "denied" });
      expect(Object.keys(treeOf(ws.root))).toEqual([".git", ".git/HEAD", "a", "a/b", "a/b/c", "file"]);
    },
  );
});

describe("move_path", () => {
  verifies("TOOL-13", "moves files, folders and links themselves, making the folders it needs", async () => {
    using ws = openTestWorkspace({ "a.txt": "a", "d/x": "x" });
    symlinkSync("../out", join(ws.root, "away"));
    const moved = await ws.call("move_path", { from: "a.txt", to: "n/m/b.txt" });
    expect(moved.data).toMatchObject({
      changed: [
        {
          path: "n/m/b.txt",
          from: "a.txt",
          kind: "moved",
          beforeHash: expect.stringContaining("sha256:") as unknown,
        },
      ],
    });
    expect(await ws.call("move_path", { from: "d", to: "n/d" })).toMatchObject({ isError: false });
    expect(await ws.call("move_path", { from: "away", to: "n/away" })).toMatchObject({ isError: false });
    expect(treeOf(ws.root)).toMatchObject({
      "n/away": "link ../out",
      "n/m/b.txt": expect.any(String) as unknown,
    });
    expect(Object.keys(treeOf(ws.root))).toEqual(["n", "n/away", "n/d", "n/d/x", "n/m", "n/m/b.txt"]);
  });

  verifies("TOOL-13", "never replaces anything, and says what to do instead", async () => {
    using ws = openTestWorkspace({ a: "a", b: "b", "d/x": "x", "e/.keep": "" });
    symlinkSync("nowhere", join(ws.root, "broken"));
    const before = treeOf(ws.root);
    const into = await ws.call("move_path", { from: "a", to: "d" });
    expect(into.text).toContain("give d/a as to");
    const codes = [into.code];
    for (const [from, to] of [
      ["a", "b"],
      ["a", "broken"],
      ["d", "e"],
      ["a", "a"],
      ["d", "d/sub"],
      ["nope", "c"],
      [".", "c"],
      ["a", "b/c"],
      ["a", "../out/a"],
      ["a", ".git/a"],
    ] as const) {
      codes.push((await ws.call("move_path", { from, to })).code);
    }
    expect(codes).toEqual([
      ...["exists", "exists", "exists", "exists", "invalidInput", "invalidInput", "notFound"],
      ...["invalidInput", "notFound", "outsideWorkspace", "denied"],
    ]);
    expect(treeOf(ws.root)).toEqual(before);
  });

  it("tells before how many files move and which are protected, at the old place or the new one", async () => {
    using ws = openTestWorkspace({ "ci/workflows/x.yml": "x", "app/.env": "K=1", "app/a": "a" });
    const touched = async (from: string, to: string): Promise<unknown> =>
      (await ws.call("move_path", { from, to }, preview)).data["preview"];
    expect(await touched("ci", ".github")).toEqual({
      files: [],
      fileCount: 1,
      guarded: [".github/workflows", ".github/workflows/x.yml"],
    });
    expect(await touched("app", "lib")).toEqual({
      files: [],
      fileCount: 2,
      guarded: ["app/.env", "lib/.env"],
    });
    expect(await touched("app/a", "package.json")).toMatchObject({ guarded: ["package.json"] });
    expect(readdirSync(ws.root)).toEqual(["app", "ci"]);
  });

  it("moves nothing out when a folder on the way is swapped for a link after the check (SEC-FS-06)", async () => {
    const swap = (path: string): void => {
      renameSync(path, `${path}0`);
      symlinkSync("../out", path);
    };
    const hooks = { beforeCommit: (): void => swap(join(ws.root, "d")) };
    using ws = openTestWorkspace({ a: "a", "e/b": "b" }, hooks);
    mkdirSync(join(ws.root, "d"));
    expect(await ws.call("move_path", { from: "a", to: "d/a" })).toMatchObject({ code: "outsideWorkspace" });
    expect([readdirSync(ws.outside), ws.text("a")]).toEqual([[], "a"]);
  });

  it("is stale when what was decided about was replaced meanwhile", async () => {
    const hooks = {
      beforeCommit: (): void => {
        renameSync(join(ws.root, "a"), join(ws.root, "b"));
        ws.put("a", "another");
      },
    };
    using ws = openTestWorkspace({ a: "a" }, hooks);
    expect(await ws.call("delete_path", { path: "a" })).toMatchObject({ code: "stale" });
    expect([ws.text("a"), ws.text("b")]).toEqual(["another", "a"]);
  });
});

describe("delete_path", () => {
  verifies(
    "TOOL-13",
    "takes files, folders and links away, never a link's target, and says how to restore",
    async () => {
      using ws = openTestWorkspace({ "d/x": "x", "d/e/y": "yy", keep: "k" });
      symlinkSync("../out", join(ws.root, "away"));
      symlinkSync("keep", join(ws.root, "near"));
      await ws.call("write_file", { path: "n.txt", content: "n" });
      const before = treeOf(ws.root);
      const folder = await ws.call("delete_path", { path: "d" });
      expect(folder.text).toContain("d: deleted, it was a folder with 2 files (3 B).");
      expect(folder.text).toContain(`undo_change with id ${String(folder.data["changeId"])}`);
      expect(folder.data).toMatchObject({
        changed: [{ path: "d", kind: "deleted", afterHash: null }],
        files: 2,
      });
      expect(await ws.call("delete_path", { path: "away" })).toMatchObject({ isError: false });
      expect(await ws.call("delete_path", { path: "near/" })).toMatchObject({ isError: false });
      expect([existsSync(ws.outside), readdirSync(ws.root)]).toEqual([true, ["keep", "n.txt"]]);
      for (let i = 0; i < 3; i += 1) await ws.call("undo_change", {});
      expect(treeOf(ws.root)).toEqual(before);
    },
  );

  verifies(
    ["TOOL-13", "TOOL-11"],
    "SEC-FS-04: refuses the root, git's store and what lies behind a link out",
    async () => {
      using ws = openTestWorkspace({ ".git/config": "x", a: "a" });
      symlinkSync("../out", join(ws.root, "d"));
      const codes: string[] = [];
      for (const path of [".", "", "./", ws.root, ".git", ".git/config", "d/keep", "../out", "nope"]) {
        codes.push((await ws.call("delete_path", { path })).code);
      }
      expect(codes).toEqual([
        ...["invalidInput", "invalidInput", "invalidInput", "invalidInput", "denied", "denied"],
        ...["outsideWorkspace", "outsideWorkspace", "notFound"],
      ]);
      expect(lstatSync(join(ws.root, ".git/config")).isFile()).toBe(true);
    },
  );

  it("names what is there when the path is wrong", async () => {
    using ws = openTestWorkspace({ "src/main.ts": "x" });
    expect((await ws.call("delete_path", { path: "src/mian.ts" })).text).toContain(
      "in src/ there are main.ts",
    );
  });

  it.runIf(process.platform === "linux" && existsSync("/dev/shm"))(
    "keeps what it deletes on another device too, with modes and links",
    async () => {
      const stateFolder = mkdtempSync("/dev/shm/loopwright-");
      using ws = openTestWorkspace({ "d/run.sh": "#!/bin/sh\n" }, {}, { stateFolder });
      ws.scope.onEnd(() => rmSync(stateFolder, { recursive: true }));
      symlinkSync("run.sh", join(ws.root, "d/link"));
      const before = treeOf(ws.root);
      expect(lstatSync("/dev/shm").dev).not.toBe(lstatSync(ws.root).dev);
      expect(await ws.call("delete_path", { path: "d" })).toMatchObject({ isError: false });
      await ws.call("write_file", { path: "f", content: "1" });
      await ws.call("write_file", { path: "f", content: "2" });
      expect(readdirSync(ws.root)).toEqual(["f"]);
      await ws.call("undo_change", {});
      expect(readFileSync(join(ws.root, "f"), "utf8")).toBe("1");
      await ws.call("undo_change", {});
      await ws.call("undo_change", {});
      expect(treeOf(ws.root)).toEqual(before);
    },
  );
});
