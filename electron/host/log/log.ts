import type { SessionId } from "../../../shared/contract/index.ts";
import { blobReader } from "./blobs.ts";
import { configStore } from "./config.ts";
import { asLogError, logError } from "./errors.ts";
import type { ReadDb } from "./handles.ts";
import type { Heads } from "./heads.ts";
import { createListeners } from "./listeners.ts";
import { EVENT_COLUMNS, sessionRows, wholeEvent, type EventRow } from "./rows.ts";
import type { ProblemState } from "./state.ts";
import type { OpenedLog, Timers } from "./types.ts";
import { createWaitingLine } from "./waiting.ts";
import { toWire } from "./wire.ts";
import type { LogWorker } from "./worker/client.ts";
import type { Write } from "./writer.ts";

/** What an {@link OpenedLog} is made of. */
export interface LogParts {
  readonly db: ReadDb;
  readonly heads: Heads;
  readonly write: Write;
  readonly dataDir: string;
  readonly clock: { now(): number };
  readonly timers: Timers;
  readonly problems: ProblemState;
  readonly worker: LogWorker;
  readonly afterAppend: (events: number) => void;
  /** Called once a damaged page was met, so that the next start checks the file. */
  readonly suspect: () => void;
  /** Everything after the worker has ended: checkpoint, close, let go of the folder. */
  readonly finish: () => void;
}

type Guard = <T>(work: () => T) => T;

const guardOf =
  (parts: LogParts): Guard =>
  (work) => {
    try {
      return work();
    } catch (error) {
      const known = asLogError(error);
      if (known.kind === "damaged") parts.suspect();
      parts.problems.failed(known);
      throw known;
    }
  };

const readers = ({ db, dataDir, heads }: LogParts, guarded: Guard) => {
  const readBlob = blobReader(db, dataDir);
  const rowsOf = sessionRows(db);
  const one = db.prepare<[number, number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE session = ? AND seq = ?`,
  );
  const title = db.prepare<[string], string>("SELECT title FROM sessions WHERE id = ?").pluck();
  return {
    readSession: function* (sessionId: SessionId, afterSeq = 0) {
      const head = heads.get(sessionId);
      if (head === undefined) return;
      const rows = rowsOf(head.no, afterSeq);
      for (let next = guarded(() => rows.next()); next.done !== true; next = guarded(() => rows.next())) {
        const row = next.value;
        yield guarded(() => wholeEvent(row, sessionId, readBlob));
      }
    },
    readEvent: (sessionId: SessionId, seq: number) =>
      guarded(() => {
        const head = heads.get(sessionId);
        const row = head === undefined ? undefined : one.get(head.no, seq);
        return row === undefined ? undefined : wholeEvent(row, sessionId, readBlob);
      }),
    title: (sessionId: SessionId) => guarded(() => title.get(sessionId) ?? ""),
  };
};

/** Puts an opened database, its writer and its worker together. */
export const createLog = (parts: LogParts): OpenedLog => {
  const { heads, clock, worker, problems } = parts;
  const guarded = guardOf(parts);
  const listeners = createListeners();
  const line = createWaitingLine(parts.timers);
  let closing: Promise<void> | undefined;

  const commit: (...args: Parameters<Write>) => ReturnType<Write> = (events, at, durability) =>
    guarded(() => {
      if (events.length === 0) return [];
      const logged = parts.write(events, at, durability);
      problems.worked();
      parts.afterAppend(logged.length);
      listeners.tell(logged);
      return logged;
    });
  const mustBeOpen = (): void => {
    if (closing !== undefined) throw logError("closed");
  };
  const close = async (): Promise<void> => {
    line.close();
    await worker.close(heads.lastId());
    guarded(parts.finish);
  };

  return {
    ...readers(parts, guarded),
    append: (events, durability = "crash") => {
      mustBeOpen();
      // Whoever waits came first.
      if (!line.isEmpty()) throw logError("locked");
      return commit(events, clock.now(), durability);
    },
    appendWhenFree: async (events, durability = "crash") => {
      mustBeOpen();
      const at = clock.now();
      return line.add(() => commit(events, at, durability));
    },
    lastSeq: (sessionId) => heads.get(sessionId)?.seq ?? 0,
    sessionIds: () => heads.sessionIds(),
    onEvent: (listener) => listeners.add(listener),
    toWire,
    query: (filter) => worker.ask("query", { filter, upTo: heads.lastId() }),
    search: (request) => worker.ask("search", { request, upTo: heads.lastId() }),
    verify: (sessionId) => worker.ask("verify", { sessionId: sessionId ?? null }),
    exportLog: (options) => worker.ask("export", { options, exportedAt: clock.now() }),
    config: configStore(parts.db, () => clock.now()),
    problem: () => problems.current(),
    close: () => (closing ??= close()),
  };
};
