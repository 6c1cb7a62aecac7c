import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { openEventLog, type LogProblem } from "../../../electron/host/log/index.ts";
import type { LoggedEvent } from "../../../shared/events/index.ts";
import { verifies } from "../../verifies.ts";
import { created, dataFolder, failureOf, openLog, said, sessionA } from "./support.ts";

const program = fileURLToPath(new URL("./locker.ts", import.meta.url));
/** As long as the case says. */
const HOLD_MS = 8000;

const hold = async (file: string): Promise<{ release(): Promise<void> }> => {
  const child = spawn(process.execPath, [program, file], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return {
    release: async () => {
      child.stdin.end();
      await once(child, "close");
    },
  };
};

describe("a database that another program holds", () => {
  verifies(
    "AUD-01",
    "HS-03: for 8 s nothing is lost or out of order, the host never stands still for 0.5 s, and no append says it was written",
    async () => {
      using folder = dataFolder();
      const problems: (LogProblem | undefined)[] = [];
      const log = openLog(folder.dir, { onProblem: (problem) => problems.push(problem) });
      log.append([created(sessionA, "A")]);
      const other = await hold(join(folder.dir, "events.db"));
      const told: LoggedEvent[] = [];
      log.onEvent((event) => told.push(event));
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const before = Date.now();
      let settled = 0;
      const waiting = Array.from({ length: 90 }, (_, n) =>
        log.appendWhenFree([said(sessionA, `row ${n}`)], n % 3 === 0 ? "power" : "crash"),
      );
      for (const one of waiting)
        one.then(
          () => settled++,
          () => settled++,
        );
      expect(await failureOf(() => log.append([said(sessionA, "out of line")]))).toMatchObject({
        kind: "locked",
      });
      await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
      expect(settled).toBe(0);
      expect(told).toEqual([]);
      expect(log.problem()?.kind).toBe("locked");
      // What was written before can be read all the while.
      expect([...log.readSession(sessionA)]).toHaveLength(1);

      await other.release();
      const logged = (await Promise.all(waiting)).flat();
      delay.disable();
      expect(delay.max / 1e6).toBeLessThan(500);
      expect(logged.map(({ seq }) => seq)).toEqual(logged.map((_, at) => at + 2));
      expect(told).toEqual(logged);
      expect([...log.readSession(sessionA)].slice(1)).toEqual(logged);
      expect(logged.map((event) => (event.body as { text: string }).text)).toEqual(
        waiting.map((_, n) => `row ${n}`),
      );
      // Times are those of the calls, not of the commits.
      expect(Math.max(...logged.map(({ at }) => at)) - before).toBeLessThan(HOLD_MS / 2);
      expect(problems.map((problem) => problem?.kind)).toEqual(["locked", undefined]);
      expect(await log.verify()).toMatchObject({ ok: true, events: 91 });
      await log.close();
    },
    60_000,
  );

  verifies(
    "AUD-01",
    "HS-03: who still waits when the log closes is refused, and nothing of it was written",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      log.append([created(sessionA, "A")]);
      const other = await hold(join(folder.dir, "events.db"));
      const failed = failureOf(() => log.appendWhenFree([said(sessionA, "too late")]));
      await log.close();
      expect(await failed).toMatchObject({ kind: "closed" });
      await other.release();
      const again = openLog(folder.dir);
      expect(again.lastSeq(sessionA)).toBe(1);
      await again.close();
    },
  );

  verifies(
    ["AUD-01", "ARCH-01"],
    "HS-03: a second host on the folder says who holds it, and can have it afterwards",
    async () => {
      using folder = dataFolder();
      const first = openLog(folder.dir);
      const second = openEventLog({ dataDir: folder.dir, clock: { now: () => 0 } });
      expect(second).toMatchObject({ ok: false, error: { code: "conflict" } });
      expect(second.ok ? "" : second.error.message).toContain(`process ${process.pid}`);
      first.append([created(sessionA, "still mine")]);
      await first.close();
      const third = openLog(folder.dir);
      expect(third.lastSeq(sessionA)).toBe(1);
      await third.close();
    },
  );
});
