import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenedLog } from "../../../electron/host/log/index.ts";
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

/**
 * Permissions do not bind root: there the test takes another user's rights for a while. Node keeps the right to come back
 * (the real user stays), and no other test runs in this process meanwhile.
 */
const asOrdinaryUser = async (work: () => Promise<void>): Promise<void> => {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
};

const fill = (log: OpenedLog): void => {
  log.append([
    created(sessionA, "A"),
    ...called(sessionA, "c1", "read_file", "L1", { path: "a" }, noise(30_000)),
  ]);
  log.append([created(sessionB, "B"), said(sessionB, noise(100_000))]);
};

/** Nothing of the refused append may be there, and the log must still be whole and readable. */
const expectRefusal = async (log: OpenedLog, kind: "full" | "readOnly"): Promise<void> => {
  const last = log.lastSeq(sessionA);
  const intent = called(sessionA, "c2", "run_command", "L3", { command: "make" }, "x").slice(0, 4);
  expect(await failureOf(() => log.append(intent, "power"))).toMatchObject({ kind });
  expect(await failureOf(() => log.appendWhenFree(intent, "power"))).toMatchObject({ kind });
  expect(log.lastSeq(sessionA)).toBe(last);
  expect([...log.readSession(sessionA)]).toHaveLength(last);
  expect(log.problem()).toMatchObject({ kind });
  expect(log.problem()?.message).toMatch(kind === "full" ? /disk is full/ : /read-only/);
};

describe("a folder that cannot be written", () => {
  verifies(
    "AUD-01",
    "HS-04 variant 3: a read-only folder shows its history, says so, and refuses every append",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      fill(log);
      await log.close();
      for (const entry of readdirSync(folder.dir))
        chmodSync(join(folder.dir, entry), entry === "blobs" ? 0o555 : 0o444);
      for (const entry of readdirSync(join(folder.dir, "blobs"), { recursive: true, encoding: "utf8" }))
        chmodSync(join(folder.dir, "blobs", entry), 0o555);
      chmodSync(folder.dir, 0o555);
      try {
        await asOrdinaryUser(async () => {
          const shut = openLog(folder.dir);
          expect(shut.sessionIds()).toEqual([sessionB, sessionA]);
          await expectRefusal(shut, "readOnly");
          expect(await shut.verify()).toMatchObject({ ok: true, events: 8 });
          expect((await shut.query({ sessionId: sessionA })).items).toHaveLength(6);
          expect((await shut.search({ text: "read_file" })).items.length).toBeGreaterThan(0);
          expect(await failureOf(() => shut.config.set("a", 1))).toMatchObject({ kind: "readOnly" });
          await shut.close();
        });
      } finally {
        chmodSync(folder.dir, 0o755);
      }
      expect(readdirSync(folder.dir).filter((entry) => entry.includes("damaged"))).toEqual([]);
    },
  );

  verifies(
    "AUD-01",
    "HS-04 variant 3: an unclean end in a read-only folder loses nothing from sight",
    async () => {
      using source = dataFolder();
      using folder = dataFolder();
      const log = openLog(source.dir);
      log.append([created(sessionA, "A"), said(sessionA, "only in the write-ahead log")]);
      for (const part of ["events.db", "events.db-wal"])
        writeFileSync(join(folder.dir, part), readFileSync(join(source.dir, part)));
      await log.close();
      chmodSync(folder.dir, 0o555);
      try {
        await asOrdinaryUser(async () => {
          const shut = openLog(folder.dir);
          expect([...shut.readSession(sessionA)].map(({ seq }) => seq)).toEqual([1, 2]);
          await shut.close();
        });
      } finally {
        chmodSync(folder.dir, 0o755);
      }
    },
  );
});

describe("a disk that is full", () => {
  it("is refused when the database may not grow, and goes on when it may again", async () => {
    using folder = dataFolder();
    const { openForWriting } = await import("../../../electron/host/log/handles.ts");
    const { migrate } = await import("../../../electron/host/log/migrations/index.ts");
    const { loadHeads } = await import("../../../electron/host/log/heads.ts");
    const { createWriter } = await import("../../../electron/host/log/writer.ts");
    const db = openForWriting(join(folder.dir, "events.db"));
    migrate(db);
    const heads = loadHeads(db);
    const write = createWriter(db, folder.dir, heads, undefined);
    write([created(sessionA, "A")], 1, "crash");
    db.pragma(`max_page_count = ${Number(db.pragma("page_count", { simple: true })) + 3}`);
    const many = Array.from({ length: 40 }, (_, n) => said(sessionA, noise(3000, n)));
    expect(() => write(many, 2, "crash")).toThrow(/full/);
    expect(db.inTransaction).toBe(false);
    expect(heads.get(sessionA)?.seq).toBe(1);
    expect(db.prepare("SELECT count(*) FROM events").pluck().get()).toBe(1);
    db.pragma("max_page_count = 100000");
    expect(write(many, 3, "crash").at(-1)?.seq).toBe(41);
    db.close();
  });

  /** A real small file system where this machine lets us have one; else the limit of the case above stands for it. */
  const mounted = (dir: string): boolean => {
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", dir], { stdio: "ignore" });
      return true;
    } catch {
      // Not root, or no such file system: the case above covers the refusal.
      return false;
    }
  };
  const canMount = ((): boolean => {
    using folder = dataFolder();
    if (process.platform !== "linux" || !mounted(folder.dir)) return false;
    execFileSync("umount", [folder.dir]);
    return true;
  })();

  it.runIf(canMount)(
    "[AUD-01] HS-04 variant 4: a real full disk refuses appends whole, and room brings them back",
    async () => {
      using folder = dataFolder();
      expect(mounted(folder.dir)).toBe(true);
      try {
        const log = openLog(folder.dir);
        fill(log);
        const ballast = join(folder.dir, "ballast");
        const fillDisk = (): void => {
          for (let bytes = 1 << 20; bytes >= 4096;) {
            try {
              writeFileSync(ballast, Buffer.alloc(bytes), { flag: "a" });
            } catch {
              // No room for so much: try less.
              bytes >>= 1;
            }
          }
        };
        fillDisk();
        let refused: unknown;
        for (let n = 0; refused === undefined && n < 1000; n++) {
          try {
            log.append([said(sessionA, noise(3000, n))]);
          } catch (error) {
            refused = error;
          }
        }
        expect(refused).toMatchObject({ kind: "full" });
        await expectRefusal(log, "full");
        rmSync(ballast);
        log.append([said(sessionA, "room again")]);
        expect(log.problem()).toBeUndefined();
        expect(await log.verify()).toMatchObject({ ok: true });
        await log.close();

        fillDisk();
        const started = openLog(folder.dir);
        expect(started.sessionIds()).toHaveLength(2);
        for (let n = 0; started.problem() === undefined && n < 1000; n++)
          await started.appendWhenFree([said(sessionA, noise(3000, n))]).catch(() => undefined);
        await expectRefusal(started, "full");
        await started.close();
      } finally {
        execFileSync("umount", ["-l", folder.dir]);
      }
    },
  );
});
