import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { blobReader } from "../blobs.ts";
import { asLogError } from "../errors.ts";
import { openForReading, openForWriting, type ReadDb, type WriteDb } from "../handles.ts";
import { isSound, logFiles } from "../health.ts";
import { migrate } from "../migrations/index.ts";
import { createEntries } from "../reading/entries.ts";
import { openIndex, resetIndex } from "../reading/indexDb.ts";
import { createIndexer, fits, type Indexer } from "../reading/indexer.ts";
import { queryPage } from "../reading/query.ts";
import { createSearch } from "../reading/search.ts";
import { verifyLog } from "../reading/verify.ts";
import { openSnapshot } from "../snapshot.ts";
import type { JobName, Jobs, WorkerSetup } from "./jobs.ts";

/** How long a question waits for the index to catch up, in milliseconds; `pending` says what is missing then. */
const CATCH_UP_MS = 1500;
/** One go of indexing behind, in milliseconds: between goes questions are answered. */
const GO_MS = 20;

const emptyLog = (): ReadDb => {
  const db = openForWriting(":memory:");
  migrate(db);
  return db;
};

/** What the worker does, one function per job.  */
export type Tasks = {
  readonly [N in JobName]: (input: Jobs[N]["input"]) => Jobs[N]["output"] | Promise<Jobs[N]["output"]>;
};

interface Opened {
  readonly index: WriteDb;
  readonly indexer: Indexer;
}

const indexOver = (setup: WorkerSetup, log: ReadDb, readBlob: (key: string) => string) => {
  const file = setup.isSnapshot ? ":memory:" : logFiles(setup.dataDir).index;
  let opened: Opened | undefined;
  const open = (index: WriteDb): Opened => ({ index, indexer: createIndexer(index, log, readBlob) });
  const get = (): Opened => {
    if (opened !== undefined) return opened;
    const index = openIndex(file);
    opened = open(fits(index, log) ? index : resetIndex(index, file));
    return opened;
  };
  return {
    /** Runs with the index; one that turns out broken is built anew, once. */
    with: <T>(work: (opened: Opened) => T): T => {
      try {
        return work(get());
      } catch (error) {
        const isBroken = asLogError(error).kind === "damaged" && error instanceof Database.SqliteError;
        if (!isBroken || opened === undefined) throw error;
        opened = open(resetIndex(opened.index, file));
        return work(opened);
      }
    },
    close: () => opened?.index.close(),
  };
};

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Opens the log for reading; the index is opened with the first job that needs it. Throws what SQLite throws. */
export const createTasks = (setup: WorkerSetup): Tasks => {
  const files = logFiles(setup.dataDir);
  const log = !setup.isSnapshot
    ? openForReading(files.events)
    : existsSync(files.events)
      ? openSnapshot(files.events)
      : emptyLog();
  const readBlob = blobReader(log, setup.dataDir);
  const entries = createEntries(log);
  const overIndex = indexOver(setup, log, readBlob);
  let checkpoints: WriteDb | undefined;
  let wanted = 0;
  let isFinished = false;
  let running: Promise<null> | undefined;

  const indexAll = async (): Promise<null> => {
    try {
      while (!isFinished && overIndex.with(({ indexer }) => indexer.catchUp(wanted, GO_MS)) > 0)
        await pause();
    } finally {
      running = undefined;
    }
    return null;
  };
  return {
    query: ({ filter, upTo }) =>
      overIndex.with(({ index, indexer }) =>
        queryPage(index, entries, filter, indexer.catchUp(upTo, CATCH_UP_MS)),
      ),
    search: ({ request, upTo }) =>
      overIndex.with(({ index, indexer }) =>
        createSearch(index, entries, readBlob)(request, indexer.catchUp(upTo, CATCH_UP_MS)),
      ),
    verify: ({ sessionId }) => verifyLog(log, readBlob, sessionId),
    export: async ({ options, exportedAt }) => {
      // Loaded when needed: folding brings all schemas with it, which would triple the time this thread takes to start.
      const { exportLog } = await import("../exporting/exportLog.ts");
      return exportLog(log, readBlob, options, exportedAt);
    },
    index: ({ upTo }) => {
      wanted = Math.max(wanted, upTo);
      running ??= indexAll();
      return running;
    },
    checkpoint: () => {
      // Moves pages only; PASSIVE neither waits for the writer nor makes it wait.
      checkpoints ??= openForWriting(files.events);
      checkpoints.pragma("wal_checkpoint(PASSIVE)");
      return null;
    },
    check: () => ({ isSound: isSound(files.events) }),
    finish: ({ upTo, budgetMs }) => {
      isFinished = true;
      if (!setup.isSnapshot) overIndex.with(({ indexer }) => indexer.catchUp(upTo, budgetMs));
      overIndex.close();
      checkpoints?.close();
      log.close();
      return null;
    },
  };
};
