import { statSync } from "node:fs";
import { asLogError } from "./errors.ts";
import type { WriteDb } from "./handles.ts";
import type { Heads } from "./heads.ts";
import type { Timers } from "./types.ts";

/** So long without an append means idle, in milliseconds: what was appended is indexed, heads are noted, pages moved. */
const SETTLE_MS = 120;
/** While appends go on the index waits so long at most, in milliseconds: it would take a core from the calls; a search catches up by itself. */
const INDEX_WAITS_MS = 5000;
/** A write-ahead log larger than this is checkpointed although appends go on, in bytes. */
const WAL_BUSY_BYTES = 16 * 1024 * 1024;
/** One larger than this is checkpointed by the writer itself, so that it starts over; looked at every so many events. */
const WAL_MAX_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY = 500;

/** What is done behind the commits. */
export interface Upkeep {
  /** So many events were committed. Cheap. */
  appended(events: number): void;
  stop(): void;
}

interface UpkeepOptions {
  readonly db: WriteDb;
  readonly heads: Heads;
  readonly walFile: string;
  readonly timers: Timers;
  /** Asks the worker to index up to an event number. */
  readonly index: (upTo: number) => void;
  /** Asks the worker for a checkpoint that waits for nobody. */
  readonly checkpoint: () => void;
}

/** Makes the upkeep of one open log. */
export const createUpkeep = (options: UpkeepOptions): Upkeep => {
  const { db, heads, timers } = options;
  let cancel: (() => void) | undefined;
  let appended = 0;
  let settled = 0;
  let busyMs = 0;
  let looked = 0;

  const walBytes = (): number => statSync(options.walFile, { throwIfNoEntry: false })?.size ?? 0;
  const noteHeads = (): void => {
    try {
      heads.note();
    } catch (error) {
      // Only a note; a held lock or a full disk shows with the next append, and the next burst notes again.
      if (asLogError(error).kind === "failed") console.error("event log: noting the heads failed", error);
    }
  };
  const settle = (): void => {
    cancel = undefined;
    const isIdle = appended === settled;
    settled = appended;
    busyMs += SETTLE_MS;
    if (isIdle || busyMs >= INDEX_WAITS_MS) {
      busyMs = 0;
      options.index(heads.lastId());
    }
    if (isIdle || walBytes() >= WAL_BUSY_BYTES) {
      noteHeads();
      options.checkpoint();
    }
    if (!isIdle) cancel = timers.after(SETTLE_MS, settle, "background");
  };

  return {
    appended: (events) => {
      cancel ??= timers.after(SETTLE_MS, settle, "background");
      appended += events;
      if (appended - looked < LOOK_EVERY) return;
      looked = appended;
      if (walBytes() > WAL_MAX_BYTES) db.pragma("wal_checkpoint(PASSIVE)");
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
};
