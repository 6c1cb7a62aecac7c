import Database from "better-sqlite3";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { OpenedLog } from "../../../electron/host/log/index.ts";
import type { SessionId } from "../../../shared/contract/index.ts";
import { blobReader } from "../../../electron/host/log/blobs.ts";
import { openForReading } from "../../../electron/host/log/handles.ts";
import { verifyLog } from "../../../electron/host/log/reading/verify.ts";
import { verifies } from "../../verifies.ts";
import { called, created, dataFolder, noise, openLog, said, searchAll, sessionA } from "./support.ts";

const SESSIONS = 12;
const name = (n: number): SessionId => `session-${n}` as SessionId;

/** Twelve sessions of 40 entries each, written in turns, closed well. */
const history = async (dir: string): Promise<void> => {
  const log = openLog(dir);
  for (let n = 0; n < SESSIONS; n++) log.append([created(name(n), `Title ${n}`)]);
  for (let row = 0; row < 34; row++)
    for (let n = 0; n < SESSIONS; n++)
      log.append([said(name(n), `mark-${n}-${row} ${noise(900, row * 50 + n)}`)]);
  for (let n = 0; n < SESSIONS; n++)
    log.append(called(name(n), `c${n}`, "read_file", "L1", { n }, "word ".repeat(4000)));
  log.config.set("model.m1", { name: "demo" });
  await log.close();
};

const overwrite = (file: string, at: number, bytes: number): void => {
  const fd = openSync(file, "r+");
  writeSync(fd, Buffer.alloc(bytes, 0xff), 0, bytes, at);
  closeSync(fd);
};

const kept = (dir: string): string[] =>
  readdirSync(dir).filter((entry) => /^events\.damaged-.*\.db$/.test(entry));

/** The log opened on a damaged file: says so, keeps the file byte for byte, is sound and goes on. */
const expectRescue = (dir: string, bad: Buffer, least: number): OpenedLog => {
  const log = openLog(dir);
  expect(log.problem()).toMatchObject({ kind: "damaged" });
  expect(log.problem()?.message).toMatch(/damaged/);
  expect(kept(dir)).toHaveLength(1);
  const file = join(dir, kept(dir)[0] ?? "");
  expect(log.problem()?.keptAt).toBe(file);
  expect(readFileSync(file).equals(bad)).toBe(true);
  const read = openForReading(join(dir, "events.db"));
  const verdict = verifyLog(read, blobReader(read, dir), null);
  read.close();
  expect(verdict).toMatchObject({ ok: true });
  expect(verdict.events).toBeGreaterThanOrEqual(least);
  expect(log.sessionIds().length).toBeGreaterThan(0);
  for (const sessionId of log.sessionIds()) {
    expect(log.title(sessionId)).toMatch(/^Title/);
    expect([...log.readSession(sessionId)]).toHaveLength(log.lastSeq(sessionId));
  }
  expect(log.append([said(sessionA, "a fresh start")])[0]?.seq).toBe(1);
  return log;
};

const all = SESSIONS * 40;

describe("a damaged database", () => {
  verifies(
    "AUD-01",
    "HS-04 variant 1: a broken page: what can be read is saved, all of it where the page held copies only",
    async () => {
      using folder = dataFolder();
      await history(folder.dir);
      const file = join(folder.dir, "events.db");
      overwrite(file, 8192, 4096);
      const log = expectRescue(folder.dir, readFileSync(file), all);
      expect(log.config.get("model.m1")).toEqual({ name: "demo" });
      expect(await searchAll(log, "mark-3-33")).toHaveLength(1);
      await log.close();
      // The notice is of that start; afterwards the log is an ordinary one.
      const again = openLog(folder.dir);
      expect(again.problem()).toBeUndefined();
      expect(again.lastSeq(sessionA)).toBe(1);
      await again.close();
    },
  );

  verifies(
    "AUD-01",
    "HS-04 variant 1 anywhere: whichever page is broken, no start is silent or empty and nothing saved is wrong",
    async () => {
      using folder = dataFolder();
      await history(folder.dir);
      const file = join(folder.dir, "events.db");
      const whole = readFileSync(file);
      const pages = Math.floor(whole.length / 8192);
      const step = Math.max(1, Math.floor(pages / 8));
      for (let page = 0; page < pages; page += step) {
        for (const entry of readdirSync(folder.dir))
          if (entry !== "blobs") rmSync(join(folder.dir, entry), { force: true });
        const bad = Buffer.from(whole);
        bad.fill(0xff, page * 8192, page * 8192 + 4096);
        writeFileSync(file, bad);
        const log = expectRescue(folder.dir, bad, all / 4);
        await log.close();
      }
    },
  );

  verifies("AUD-01", "HS-04 variant 2: a file cut in half: the first half is saved", async () => {
    using folder = dataFolder();
    await history(folder.dir);
    const file = join(folder.dir, "events.db");
    truncateSync(file, Math.floor(statSync(file).size / 2));
    const log = expectRescue(folder.dir, readFileSync(file), all / 4);
    await log.close();
  });

  verifies(
    "AUD-01",
    "HS-04: entries that are only in the write-ahead log are saved as well, and it is kept",
    async () => {
      using source = dataFolder();
      using folder = dataFolder();
      await history(source.dir);
      const log = openLog(source.dir);
      log.append([said(name(0), "only in the write-ahead log")]);
      // A copy of the running files is what a crash leaves.
      for (const part of ["events.db", "events.db-wal"])
        writeFileSync(join(folder.dir, part), readFileSync(join(source.dir, part)));
      await log.close();
      overwrite(join(folder.dir, "events.db"), 8192, 4096);
      // The copy's page 2 is in no frame of the write-ahead log, so the damage counts.
      const rescued = openLog(folder.dir);
      expect(rescued.problem()).toMatchObject({ kind: "damaged" });
      expect(existsSync(`${rescued.problem()?.keptAt ?? ""}-wal`)).toBe(true);
      expect(JSON.stringify([...rescued.readSession(name(0))].at(-1)?.body)).toContain(
        "only in the write-ahead log",
      );
      expect(await rescued.verify()).toMatchObject({ ok: true });
      await rescued.close();
    },
  );

  verifies(
    "AUD-01",
    "HS-04: an empty, a foreign and a vanished file are no empty history either",
    async () => {
      using folder = dataFolder();
      await history(folder.dir);
      const file = join(folder.dir, "events.db");
      for (const content of ["", "this is no database ".repeat(1000)]) {
        writeFileSync(file, content);
        const log = openLog(folder.dir);
        expect(log.problem()).toMatchObject({ kind: "damaged" });
        expect(readFileSync(log.problem()?.keptAt ?? "", "utf8")).toBe(content);
        await log.close();
      }
      rmSync(file);
      const log = openLog(folder.dir);
      expect(log.problem()?.message).toMatch(/gone/);
      await log.close();
    },
  );

  verifies(
    "AUD-01",
    "HS-04: damage that shows while running is reported, and the next start repairs it",
    async () => {
      using folder = dataFolder();
      await history(folder.dir);
      const log = openLog(folder.dir);
      const db = new Database(join(folder.dir, "events.db"), { readonly: true });
      const leaf =
        db.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'events'").pluck().get() ?? 0;
      db.close();
      for (let page = leaf + 3; page < leaf + 60; page++)
        overwrite(join(folder.dir, "events.db"), page * 8192, 8192);
      let thrown: unknown;
      try {
        for (let n = 0; n < SESSIONS; n++) expect([...log.readSession(name(n))].length).toBeGreaterThan(0);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ kind: "damaged" });
      expect(log.problem()).toMatchObject({ kind: "damaged" });
      await log.close();
      const again = openLog(folder.dir);
      expect(again.problem()).toMatchObject({ kind: "damaged" });
      expect(kept(folder.dir)).toHaveLength(1);
      expect(await again.verify()).toMatchObject({ ok: true });
      await again.close();
    },
  );

  verifies("AUD-01", "a broken or foreign search index is built anew without a word", async () => {
    using folder = dataFolder();
    await history(folder.dir);
    writeFileSync(join(folder.dir, "index.db"), "broken ".repeat(2000));
    const log = openLog(folder.dir);
    expect(await searchAll(log, "mark-11-33")).toHaveLength(1);
    expect(log.problem()).toBeUndefined();
    await log.close();
  });

  verifies("AUD-01", "a history of a newer program is left alone and says so", async () => {
    using folder = dataFolder();
    await history(folder.dir);
    const db = new Database(join(folder.dir, "events.db"));
    db.pragma("user_version = 99");
    db.close();
    const { openEventLog } = await import("../../../electron/host/log/index.ts");
    const opened = openEventLog({ dataDir: folder.dir, clock: { now: () => 0 } });
    expect(opened).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(opened.ok ? "" : opened.error.message).toMatch(/newer version/);
    expect(kept(folder.dir)).toEqual([]);
  });
});
