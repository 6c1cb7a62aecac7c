import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openForWriting, type WriteDb } from "./handles.ts";
import { loadHeads } from "./heads.ts";
import { migrate } from "./migrations/index.ts";
import type { Timers } from "./types.ts";
import { createUpkeep } from "./upkeep.ts";

describe("upkeep", () => {
  let dir: string;
  let db: WriteDb;
  let due: (() => void) | undefined;
  const told: string[] = [];
  const timers: Timers = {
    after: (_ms, fn, kind) => {
      expect(kind).toBe("background");
      due = fn;
      return () => (due = undefined);
    },
  };
  const fire = (): void => {
    const fn = due;
    due = undefined;
    fn?.();
  };
  const upkeepOf = (file: string) =>
    createUpkeep({
      db,
      heads: loadHeads(db),
      walFile: `${file}-wal`,
      timers,
      index: (upTo) => told.push(`index ${upTo}`),
      checkpoint: () => told.push("checkpoint"),
    });

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "loopwright-upkeep-"));
    db = openForWriting(join(dir, "events.db"));
    migrate(db);
    told.length = 0;
    due = undefined;
  });
  afterEach(() => {
    db.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it("indexes and checkpoints once nothing was appended for a while", () => {
    const upkeep = upkeepOf(join(dir, "events.db"));
    upkeep.appended(1);
    fire();
    upkeep.appended(1);
    fire();
    expect(told).toEqual([]);
    fire();
    expect(told).toEqual(["index 0", "checkpoint"]);
    expect(due).toBeUndefined();
  });

  it("indexes every five seconds where appends never pause", () => {
    const upkeep = upkeepOf(join(dir, "events.db"));
    for (let ms = 0; ms < 10_100; ms += 120) {
      upkeep.appended(1);
      fire();
    }
    expect(told).toEqual(["index 0", "index 0"]);
  });

  it("checkpoints a large write-ahead log while appends go on, and still indexes what came last", () => {
    const upkeep = upkeepOf(join(dir, "events.db"));
    const add = db.prepare("INSERT INTO blobs VALUES (?, 1, zeroblob(1000000))");
    for (let n = 0; n < 20; n++) add.run(`a${n}`);
    upkeep.appended(1);
    fire();
    expect(told).toEqual(["checkpoint"]);
    fire();
    expect(told).toEqual(["checkpoint", "index 0", "checkpoint"]);
    expect(due).toBeUndefined();
  });

  it("does not let the write-ahead log grow for ever while appends go on", () => {
    const upkeep = upkeepOf(join(dir, "events.db"));
    const add = db.prepare("INSERT INTO blobs VALUES (?, 1, zeroblob(1000000))");
    for (let n = 0; n < 70; n++) add.run(`a${n}`);
    const before = statSync(join(dir, "events.db-wal")).size;
    expect(before).toBeGreaterThan(64 * 1024 * 1024);
    upkeep.appended(500);
    for (let n = 0; n < 10; n++) add.run(`b${n}`);
    expect(statSync(join(dir, "events.db-wal")).size).toBeLessThan(20 * 1024 * 1024);
    upkeep.stop();
    expect(due).toBeUndefined();
  });
});
