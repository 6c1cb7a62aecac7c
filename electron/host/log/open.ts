import { mkdirSync } from "node:fs";
import { ok, type Result } from "../../../shared/contract/index.ts";
import { asLogError, logError } from "./errors.ts";
import { logFailure } from "./failure.ts";
import { logFiles, noteState } from "./health.ts";
import { lockFolder, type FolderLock } from "./lock.ts";
import { createLog } from "./log.ts";
import { prepare, type Prepared } from "./prepare.ts";
import { problemState, type ProblemState } from "./state.ts";
import { systemTimers } from "./timers.ts";
import type { LogOptions, OpenedLog } from "./types.ts";
import { openUnwritable } from "./unwritable.ts";
import { createUpkeep } from "./upkeep.ts";
import { createLogWorker } from "./worker/client.ts";
import { createWriter } from "./writer.ts";

const quietly = (what: string, work: () => void): void => {
  try {
    work();
  } catch (error) {
    console.error(`event log: ${what} failed`, error);
  }
};

const openWritable = (
  options: LogOptions,
  prepared: Prepared,
  lock: FolderLock,
  problems: ProblemState,
): OpenedLog => {
  const { dataDir, clock, redact, timers = systemTimers } = options;
  const { db, heads } = prepared;
  const worker = createLogWorker({ dataDir, isSnapshot: false });
  let isSuspect = false;
  const suspect = (): void => {
    isSuspect = true;
    quietly("noting the damage", () => noteState(dataDir, "suspect"));
  };
  const upkeep = createUpkeep({
    db,
    heads,
    timers,
    walFile: `${logFiles(dataDir).events}-wal`,
    index: (upTo) => worker.tell("index", { upTo }),
    checkpoint: () => worker.tell("checkpoint", null),
  });
  if (prepared.problem !== undefined) problems.stay(prepared.problem);
  if (prepared.needsCheck) {
    worker.ask("check", null).then(
      ({ isSound }) => {
        if (isSound) return;
        suspect();
        problems.failed(logError("damaged"));
      },
      (error: unknown) => console.error("event log: the check behind the start failed", error),
    );
  }
  const finish = (): void => {
    upkeep.stop();
    quietly("noting the heads", () => heads.note());
    quietly("the last checkpoint", () => db.pragma("wal_checkpoint(TRUNCATE)"));
    db.close();
    if (!isSuspect) quietly("noting the end", () => noteState(dataDir, "closed"));
    lock.release();
  };
  const write = createWriter(db, dataDir, heads, redact);
  return createLog({
    db,
    heads,
    write,
    dataDir,
    clock,
    timers,
    problems,
    worker,
    suspect,
    finish,
    afterAppend: upkeep.appended,
  });
};

const openReadOnly = (options: LogOptions, cause: unknown, problems: ProblemState): OpenedLog => {
  const { dataDir, clock, timers = systemTimers } = options;
  const { db, heads, problem, refusal } = openUnwritable(dataDir, cause);
  problems.stay(problem);
  return createLog({
    db,
    heads,
    dataDir,
    clock,
    timers,
    problems,
    write: () => {
      throw logError(refusal, cause);
    },
    worker: createLogWorker({ dataDir, isSnapshot: true }),
    afterAppend: () => undefined,
    suspect: () => undefined,
    finish: () => db.close(),
  });
};

const isUnwritable = (error: unknown): boolean => {
  const { kind } = asLogError(error);
  return (
    kind === "readOnly" ||
    kind === "full" ||
    (error instanceof Error && "code" in error && error.code === "SQLITE_CANTOPEN")
  );
};

const open = (options: LogOptions): OpenedLog => {
  const { dataDir, clock } = options;
  const problems = problemState(options.onProblem);
  mkdirSync(dataDir, { recursive: true });
  let lock: FolderLock | undefined;
  try {
    lock = lockFolder(dataDir, () => clock.now());
    return openWritable(options, prepare(dataDir, clock.now()), lock, problems);
  } catch (error) {
    lock?.release();
    if (!isUnwritable(error)) throw error;
    return openReadOnly(options, error, problems);
  }
};

/**
 * Opens the event log of a data folder, for this process alone. A damaged database is set aside and what can be read is saved;
 * a folder that cannot be written is opened for reading, and every append throws: `problem()` and `onProblem` say so. Never
 * throws; fails with `conflict` when another host has the folder, `denied` when it cannot be made or read at all.
 */
export const openEventLog = (options: LogOptions): Result<OpenedLog> => {
  try {
    return ok(open(options));
  } catch (error) {
    return { ok: false, error: logFailure(error) };
  }
};
