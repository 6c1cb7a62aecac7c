import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import type { SessionId } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { dataFolder, openLog, searchAll } from "./support.ts";

const ROUNDS = 8;
const program = fileURLToPath(new URL("./appender.ts", import.meta.url));

/** Starts the program and kills it after it has committed `commits` times; answers the last `seq` it told. */
const killAfter = async (dir: string, session: string, commits: number): Promise<number> => {
  const child = spawn(process.execPath, [program, dir, session], { stdio: ["ignore", "pipe", "inherit"] });
  let told = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (chunk: string) => {
    told += chunk;
    if (told.split("\n").length > commits) child.kill("SIGKILL");
  });
  await once(child, "close");
  return Number(told.trimEnd().split("\n").at(-1));
};

describe("a host that is killed", () => {
  verifies(
    "AUD-01",
    "kill -9 in the middle of appends: all that was told is there, nothing is torn, the chain goes on",
    async () => {
      using folder = dataFolder();
      const told: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        told.push(await killAfter(folder.dir, `s${round % 2}`, 1 + round * 17));
        const log = openLog(folder.dir);
        expect(log.problem()).toBeUndefined();
        const sessionId = `s${round % 2}` as SessionId;
        const seqs = [...log.readSession(sessionId)].map(({ seq }) => seq);
        expect(seqs).toEqual(seqs.map((_, at) => at + 1));
        expect(seqs.length).toBeGreaterThanOrEqual(told.at(-1) ?? Number.NaN);
        await log.close();
      }
      const log = openLog(folder.dir);
      const verdict = await log.verify();
      expect(verdict).toMatchObject({ ok: true, sessions: 2 });
      expect(verdict.events).toBeGreaterThanOrEqual((told.at(-1) ?? 0) + (told.at(-2) ?? 0));
      // The index went down with the rest and has caught up: the newest row of every kind is found.
      expect((await searchAll(log, "row 2")).length).toBeGreaterThan(0);
      await log.close();
    },
    180_000,
  );
});
