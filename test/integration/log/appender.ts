/**
 * A program that appends without end until it is killed. After each commit, and only then, it says on stdout what is
 * committed, as `session seq` lines. Arguments: data folder, name of the session.
 */
import { writeSync } from "node:fs";
import { openEventLog } from "../../../electron/host/log/index.ts";
import type { SessionId } from "../../../shared/contract/index.ts";
import { called, noise, said } from "./support.ts";

const [dataDir = "", name = ""] = process.argv.slice(2);
const sessionId = name as SessionId;
const opened = openEventLog({ dataDir, clock: { now: () => Date.now() } });
if (!opened.ok) throw new Error(opened.error.message);
const log = opened.value;

for (let n = 0; ; n++) {
  const events =
    n % 3 === 0
      ? [said(sessionId, noise(60_000, n))]
      : n % 3 === 1
        ? called(sessionId, `c${n}`, "run", "L3", { n }, noise(8000, n))
        : [said(sessionId, `row ${n}`)];
  const logged = log.append(events, n % 10 === 0 ? "power" : "crash");
  // Written at once: what is in a buffer dies with the process.
  writeSync(1, `${logged.at(-1)?.seq ?? 0}\n`);
  // Lets timers run, so that indexing, noting and checkpoints are cut down in the middle as well.
  if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
