import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import { keptAnyway, keptBytes, keptChanges, overflow } from "./bounds.ts";
import type { ChangeRecord } from "./record.ts";
import { changesOf } from "./store.ts";

const record = (at: number, bytes: number): ChangeRecord => ({
  id: `${String(at).padStart(9, "0")}-00000000`,
  at,
  kind: "changed",
  path: "a",
  entry: "file",
  before: null,
  after: null,
  files: 1,
  bytes,
  made: [],
  pid: 1,
});

describe("the store of changes", () => {
  it("has room for so many changes and so many bytes, and keeps the newest whatever their size", () => {
    const many = Array.from({ length: keptChanges + 3 }, (_, at) => record(1_000 - at, 1));
    expect(overflow(many)).toEqual(many.slice(keptChanges));
    const large = Array.from({ length: 30 }, (_, at) => record(1_000 - at, keptBytes / 20));
    expect(overflow(large)).toEqual(large.slice(20));
    const huge = Array.from({ length: 15 }, (_, at) => record(1_000 - at, keptBytes));
    expect(overflow(huge)).toEqual(huge.slice(keptAnyway));
  });

  verifies("GOV-08", "stays bounded: the oldest changes go, many small ones at once", async () => {
    using ws = openTestWorkspace();
    const store = join(ws.scope.stateFolder, "changes");
    const changes = changesOf(ws.scope);
    for (let i = 0; i <= keptChanges + 20; i += 1) {
      const { id: _id, at: _at, pid: _pid, ...draft } = record(i, 0);
      changes.begin({ ...draft, path: `f${i}` }).done();
    }
    const total = (await ws.call("list_changes", { limit: 200 })).data["total"];
    expect(total).toBe(keptChanges);
    expect(readdirSync(store).filter((name) => !name.includes("."))).toHaveLength(keptChanges);
    expect((await ws.call("list_changes", { path: "f0" })).data).toMatchObject({ total: 0 });
    expect((await ws.call("list_changes", { path: "f220" })).data).toMatchObject({ total: 1 });
  });

  it("refuses a change that it cannot record, and leaves the file alone", async () => {
    using ws = openTestWorkspace({ "a.txt": "1", b: "1" });
    mkdirSync(ws.scope.stateFolder);
    writeFileSync(join(ws.scope.stateFolder, "changes"), "in the way");
    const answers = [
      await ws.call("write_file", { path: "a.txt", content: "2" }),
      await ws.call("delete_path", { path: "b" }),
      await ws.call("create_folder", { path: "c" }),
    ];
    expect(answers.map((answer) => answer.code)).toEqual(["denied", "denied", "denied"]);
    expect([ws.text("a.txt"), readdirSync(ws.root)]).toEqual(["1", ["a.txt", "b"]]);
  });

  it("passes over a damaged record", async () => {
    using ws = openTestWorkspace({ "a.txt": "1" });
    await ws.call("write_file", { path: "a.txt", content: "2" });
    writeFileSync(join(ws.scope.stateFolder, "changes", "zzzzzzzzz-00000000"), "{");
    expect(await ws.call("undo_change", {})).toMatchObject({ isError: false });
    expect(ws.text("a.txt")).toBe("1");
  });
});
