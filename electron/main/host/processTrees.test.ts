import { describe, expect, it } from "vitest";
import type { ProcessRow } from "./processTable.ts";
import { treeOf } from "./processTrees.ts";

const row = (pid: number, parent: number, group = pid, startTicks = "10"): ProcessRow => ({
  pid,
  parent,
  group,
  session: group,
  startTicks,
});
const root = { pid: 100, startTicks: "10", name: "server" };

describe("treeOf", () => {
  it("holds descendants in groups of their own, and orphans of the group", () => {
    const table = [row(100, 50), row(101, 100, 101), row(102, 101, 102), row(103, 1, 100), row(200, 50)];
    expect(treeOf(root, table).sort()).toEqual([100, 101, 102, 103]);
  });

  it("holds the group of a leader that has ended", () => {
    expect(treeOf(root, [row(103, 1, 100), row(104, 103, 104)]).sort()).toEqual([103, 104]);
  });

  it("leaves a process alone that took over the pid", () => {
    expect(treeOf(root, [row(100, 50, 100, "99"), row(101, 100, 100, "99")])).toEqual([]);
  });

  it("never holds this process or the system's first", () => {
    expect(treeOf({ ...root, startTicks: null }, [row(100, 50), row(process.pid, 100), row(1, 100)])).toEqual(
      [100],
    );
  });
});
