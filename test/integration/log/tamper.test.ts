import Database from "better-sqlite3";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { blobReader } from "../../../electron/host/log/blobs.ts";
import { openForReading } from "../../../electron/host/log/handles.ts";
import { verifyLog } from "../../../electron/host/log/reading/verify.ts";
import { verifies } from "../../verifies.ts";
import {
  called,
  created,
  dataFolder,
  failureOf,
  noise,
  openLog,
  said,
  sessionA,
  sessionB,
} from "./support.ts";

const triggers = "DROP TRIGGER events_are_never_changed; DROP TRIGGER events_are_never_removed;";

const blobFile = (dir: string): string => {
  const folder = join(dir, "blobs", readdirSync(join(dir, "blobs"))[0] ?? "");
  return join(folder, readdirSync(folder)[0] ?? "");
};

const cases: readonly {
  readonly what: string;
  readonly spoil: (db: Database.Database, dir: string) => void;
  readonly firstBad: object;
}[] = [
  {
    what: "an edited body",
    spoil: (db) =>
      db.exec(
        `${triggers} UPDATE events SET body = replace(body, 'write_file', 'read_file') WHERE type = 'call.proposed'`,
      ),
    firstBad: { sessionId: sessionA, seq: 2 },
  },
  {
    what: "an edited time",
    spoil: (db) => db.exec(`${triggers} UPDATE events SET at = at + 1 WHERE session = 1 AND seq = 3`),
    firstBad: { sessionId: sessionA, seq: 3 },
  },
  {
    what: "an edited type",
    spoil: (db) =>
      db.exec(`${triggers} UPDATE events SET type = 'call.failed' WHERE session = 1 AND seq = 6`),
    firstBad: { sessionId: sessionA, seq: 6 },
  },
  {
    what: "a cleared repair mark or a set one",
    spoil: (db) => db.exec(`${triggers} UPDATE events SET repaired = 1 WHERE session = 1 AND seq = 3`),
    firstBad: { sessionId: sessionA, seq: 3 },
  },
  {
    what: "a changed hash",
    spoil: (db) =>
      db.exec(`${triggers} UPDATE events SET hash = '${"0".repeat(64)}' WHERE session = 1 AND seq = 4`),
    firstBad: { sessionId: sessionA, seq: 4 },
  },
  {
    what: "a removed row",
    spoil: (db) => db.exec(`${triggers} DELETE FROM events WHERE session = 1 AND seq = 4`),
    firstBad: { sessionId: sessionA, seq: 4 },
  },
  {
    what: "two rows that changed places",
    spoil: (db) =>
      db.exec(
        `${triggers} UPDATE events SET seq = 99 WHERE session = 1 AND seq = 4; UPDATE events SET seq = 4 WHERE session = 1 AND seq = 5; UPDATE events SET seq = 5 WHERE seq = 99`,
      ),
    firstBad: { sessionId: sessionA, seq: 4 },
  },
  {
    what: "a row moved in the order of the whole log",
    spoil: (db) => db.exec(`${triggers} UPDATE events SET id = 999 WHERE session = 1 AND seq = 2`),
    firstBad: { sessionId: sessionA, seq: 3 },
  },
  {
    what: "a cut end",
    spoil: (db) => db.exec(`${triggers} DELETE FROM events WHERE session = 2 AND seq >= 2`),
    firstBad: { sessionId: sessionB, seq: 2 },
  },
  {
    what: "a session that is gone altogether",
    spoil: (db) =>
      db.exec(
        `${triggers} PRAGMA foreign_keys = OFF; DELETE FROM events WHERE session = 1; DELETE FROM sessions WHERE no = 1`,
      ),
    firstBad: { sessionId: "system" },
  },
  {
    what: "a rewritten chain whose hashes fit again",
    spoil: (db) => db.exec(`${triggers} UPDATE sessions SET headHash = '${"1".repeat(64)}' WHERE no = 2`),
    firstBad: { sessionId: sessionB, seq: 3 },
  },
  {
    what: "an edited blob row",
    spoil: (db) => db.exec("UPDATE blobs SET data = CAST(x'00' || data AS BLOB)"),
    firstBad: { sessionId: sessionB, seq: 2 },
  },
  {
    what: "a lost blob file",
    spoil: (_db, dir) => rmSync(blobFile(dir)),
    firstBad: { sessionId: sessionB, seq: 3 },
  },
  {
    what: "a blob file with one bit turned",
    spoil: (_db, dir) => {
      const bytes = readFileSync(blobFile(dir));
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
      writeFileSync(blobFile(dir), bytes);
    },
    firstBad: { sessionId: sessionB, seq: 3 },
  },
];

describe("tampering", () => {
  for (const { what, spoil, firstBad } of cases) {
    verifies("AUD-01", `verify finds ${what} and names the place`, async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      log.append([
        created(sessionA, "A"),
        ...called(sessionA, "c1", "write_file", "L2", { path: "a" }, "ok"),
      ]);
      log.append([
        created(sessionB, "B"),
        said(sessionB, "abc ".repeat(3000)),
        said(sessionB, noise(100_000)),
      ]);
      await log.close();

      const db = new Database(join(folder.dir, "events.db"));
      spoil(db, folder.dir);
      db.close();
      const read = openForReading(join(folder.dir, "events.db"));
      expect(verifyLog(read, blobReader(read, folder.dir), null)).toMatchObject({ ok: false, firstBad });
      read.close();
    });
  }

  verifies("AUD-01", "verify finds nothing in an untouched log, closed or open", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    log.append([created(sessionA, "A"), said(sessionA, "abc ".repeat(3000)), said(sessionA, noise(100_000))]);
    expect(await log.verify()).toMatchObject({ ok: true, events: 3 });
    await log.close();
    const again = openLog(folder.dir);
    expect(await again.verify()).toMatchObject({ ok: true, events: 3 });
    await again.close();
  });

  verifies("AUD-01", "the log opens on an edited database and says so when asked", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    log.append([created(sessionA, "A"), said(sessionA, "one")]);
    await log.close();
    const db = new Database(join(folder.dir, "events.db"));
    db.exec(`${triggers} UPDATE events SET body = replace(body, 'one', 'two')`);
    db.close();
    const again = openLog(folder.dir);
    expect(await again.verify()).toMatchObject({ ok: false, firstBad: { sessionId: sessionA, seq: 2 } });
    await again.close();
  });

  verifies("AUD-01", "rows cannot be changed or removed by accident", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    log.append([said(sessionA, "one")]);
    await log.close();
    const db = new Database(join(folder.dir, "events.db"));
    expect(() => db.exec("UPDATE events SET body = '{}'")).toThrow(/append-only/);
    expect(() => db.exec("DELETE FROM events")).toThrow(/append-only/);
    db.close();
  });

  verifies("AUD-01", "one session can be verified alone, and one that is not there is named", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    log.append([said(sessionA, "one"), said(sessionB, "two")]);
    expect(await log.verify(sessionA)).toMatchObject({ ok: true, sessions: 1, events: 1 });
    expect(await failureOf(() => log.verify("nobody" as typeof sessionA))).toMatchObject({
      kind: "notFound",
    });
    await log.close();
  });
});
