import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { chainHash, CHAIN_START } from "../../../electron/host/log/index.ts";
import type { LoggedEvent } from "../../../shared/events/index.ts";
import { verifies } from "../../verifies.ts";
import {
  called,
  created,
  dataFolder,
  event,
  failureOf,
  noise,
  openLog,
  said,
  searchAll,
  sessionA,
  sessionB,
} from "./support.ts";

describe("appending", () => {
  verifies(
    "AUD-01",
    "every session counts from 1 without gaps, across restarts, and its hashes form a chain",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      log.append([created(sessionA, "A"), said(sessionA, "one")]);
      log.append([created(sessionB, "B")]);
      await log.close();
      const again = openLog(folder.dir);
      again.append([said(sessionB, "two"), said(sessionA, "three")]);
      const events = [...again.readSession(sessionA)];
      expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect([...again.readSession(sessionB)].map(({ seq }) => seq)).toEqual([1, 2]);
      expect([...again.readSession(sessionA, 2)].map(({ seq }) => seq)).toEqual([3]);
      expect([again.lastSeq(sessionA), again.lastSeq(sessionB)]).toEqual([3, 2]);
      expect(again.sessionIds()).toEqual([sessionA, sessionB]);
      expect(await again.verify()).toMatchObject({ ok: true, sessions: 2, events: 5 });
      await again.close();

      const db = new Database(join(folder.dir, "events.db"), { readonly: true });
      const rows = db.prepare("SELECT * FROM events WHERE session = 1 ORDER BY seq").all() as (Parameters<
        typeof chainHash
      >[1] & { hash: string })[];
      db.close();
      let hash = CHAIN_START;
      for (const row of rows) {
        hash = chainHash(hash, { ...row, sessionId: sessionA, isRepaired: false });
        expect(row.hash).toBe(hash);
      }
    },
  );

  verifies(
    "AUD-01",
    "nobody is told of an event before it is committed, and everybody hears in the order of the log",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      const other = new Database(join(folder.dir, "events.db"), { readonly: true });
      const committed = other.prepare<[number], number>("SELECT count(*) FROM events WHERE seq = ?").pluck();
      const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
      const first: string[] = [];
      const second: string[] = [];
      log.onEvent((logged) => {
        expect(committed.get(logged.seq)).toBe(1);
        first.push(`${logged.seq}`);
        if (logged.seq === 1) log.append([said(sessionA, "from a listener")]);
      });
      log.onEvent(() => {
        throw new Error("a bad listener");
      });
      const stop = log.onEvent((logged) => second.push(`${logged.seq}`));
      log.append([said(sessionA, "one")]);
      stop();
      log.append([said(sessionA, "three")]);
      expect([first, second]).toEqual([
        ["1", "2", "3"],
        ["1", "2"],
      ]);
      expect(errors).toHaveBeenCalledTimes(3);
      errors.mockRestore();
      other.close();
      await log.close();
    },
  );

  it("keeps large bodies whole: in the row, in a blob row, in a file", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    const texts = ["short", "compressible ".repeat(2000), noise(200_000)];
    const appended = log.append(
      texts.map((text) => said(sessionA, text)),
      "power",
    );
    const read = [...log.readSession(sessionA)];
    expect(read).toEqual(appended);
    expect(read.map((one) => (one as Extract<LoggedEvent, { type: "message.user" }>).body.text)).toEqual(
      texts,
    );
    expect(log.readEvent(sessionA, 3)).toEqual(appended[2]);
    expect(log.readEvent(sessionA, 4)).toBeUndefined();
    await log.close();
    const db = new Database(join(folder.dir, "events.db"), { readonly: true });
    expect(db.prepare("SELECT count(*) FROM blobs").pluck().get()).toBe(1);
    expect(db.prepare("SELECT max(length(body)) FROM events").pluck().get()).toBeLessThanOrEqual(4096);
    db.close();
    const folders = readdirSync(join(folder.dir, "blobs"));
    expect(folders).toHaveLength(1);
    expect(readdirSync(join(folder.dir, "blobs", folders[0] ?? ""))[0]).toMatch(/^[0-9a-f]{64}\.zst$/);
  });

  verifies(
    "AUD-01",
    "HS-05: NUL and half an emoji are stored, marked as repaired, and come back as valid text",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      const odd = "A\u0000B\ud83dC\u001b[31mD\u202eE";
      const logged = log.append([
        created(sessionA, odd),
        ...called(sessionA, "c1", odd, "L1", { [odd]: odd }, odd),
        said(sessionA, "plain"),
      ]);
      const expected = odd.toWellFormed();
      expect(logged[1]).toMatchObject({ body: { tool: expected, arguments: { [expected]: expected } } });
      expect([...log.readSession(sessionA)]).toEqual(logged);
      expect(log.title(sessionA)).toBe(expected);
      const entries = (await log.query({})).items;
      expect(entries[0]?.summary).toBe("plain");
      expect(entries[1]?.summary).toContain("repaired");
      expect(entries[1]?.summary).toContain("A\\u0000B");
      expect((await searchAll(log, "\u001b[31mD\u202eE")).length).toBeGreaterThan(0);
      expect(await log.verify()).toMatchObject({ ok: true });
      await log.close();
    },
  );

  verifies("AUD-01", "secrets are replaced before anything is stored or told", async () => {
    using folder = dataFolder();
    const secret = "sk-very-secret-0123456789";
    const redact = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll(secret, "[secret]"));
    const log = openLog(folder.dir, { redact });
    const told: LoggedEvent[] = [];
    log.onEvent((logged) => told.push(logged));
    log.append([said(sessionA, `key ${secret}`), said(sessionA, `${noise(50_000)} ${secret}`)]);
    expect(JSON.stringify(told)).not.toContain(secret);
    expect((await log.exportLog({ format: "json" })).content).not.toContain(secret);
    expect(JSON.stringify([...log.readSession(sessionA)])).toContain("[secret]");
    await log.close();
  });

  it("refuses what has no JSON form and writes nothing of that append", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    const bad = event(sessionA, "config.changed", { name: "x", value: Number.NaN });
    expect(await failureOf(() => log.append([said(sessionA, "before"), bad]))).toMatchObject({
      kind: "invalidInput",
    });
    expect(log.lastSeq(sessionA)).toBe(0);
    log.append([said(sessionA, "after")]);
    expect(log.lastSeq(sessionA)).toBe(1);
    await log.close();
    expect(await failureOf(() => log.append([said(sessionA, "closed")]))).toMatchObject({ kind: "closed" });
  });

  it("cuts events for travel and says so, chat texts stay whole", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    const long = noise(20_000);
    const [message, ...rest] = log.append([
      said(sessionA, long),
      ...called(sessionA, "c1", "read_file", "L1", {}, long),
    ]);
    const result = rest.at(-1);
    expect(log.toWire(message!)).toMatchObject({ body: { text: long }, isCut: false });
    const wire = log.toWire(result!);
    expect(wire.isCut).toBe(true);
    expect(String(wire.body["text"])).toMatch(/… \[\+18000 characters\]$/);
    expect(JSON.stringify(wire).length).toBeLessThan(10_000);
    await log.close();
  });

  it("keeps settings by name", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    log.config.set("model.m1", { name: "demo" });
    log.config.set("model.m2", [1]);
    log.config.set("modelx", 3);
    log.config.set("model.m1", { name: "other" });
    log.config.remove("modelx");
    await log.close();
    const again = openLog(folder.dir);
    expect(again.config.entries("model.")).toEqual([
      ["model.m1", { name: "other" }],
      ["model.m2", [1]],
    ]);
    expect(again.config.get("modelx")).toBeUndefined();
    await again.close();
    expect(existsSync(join(folder.dir, "events.db-wal"))).toBe(false);
  });
});
