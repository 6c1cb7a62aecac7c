import type { SessionId } from "../../../shared/contract/index.ts";
import type { AnyEvent, EventType, LoggedEvent } from "../../../shared/events/index.ts";
import type { BlobReader } from "./blobs.ts";
import type { ReadDb } from "./handles.ts";

/** A row of `events` as SQLite gives it. */
export interface EventRow {
  readonly id: number;
  readonly session: number;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly body: string;
  readonly bytes: number;
  readonly blob: string | null;
  readonly repaired: number;
  readonly hash: string;
}

/** The columns of {@link EventRow}, for statements. */
export const EVENT_COLUMNS = "id, session, seq, at, type, body, bytes, blob, repaired, hash";

/** Rows read in one go; between goes the connection is free and no read transaction is open. */
const PAGE = 200;

/** Like `asLogged` of `shared/events`, without its schemas: the reading thread starts faster for it. */
export const narrowed = (event: AnyEvent): LoggedEvent => event as unknown as LoggedEvent;

/** The event whole: a body that lies in a blob is read from there. */
export const wholeEvent = (row: EventRow, sessionId: SessionId, readBlob: BlobReader): LoggedEvent =>
  narrowed({
    sessionId,
    seq: row.seq,
    at: row.at,
    type: row.type as EventType,
    body: JSON.parse(row.blob === null ? row.body : readBlob(row.blob)) as Record<string, unknown>,
    hash: row.hash,
    bytes: row.bytes,
    isCut: false,
  });

/** Reads rows of one session in order, a page at a time, so that appends and checkpoints go on in between. */
export const sessionRows = (
  db: ReadDb,
): ((session: number, afterSeq?: number) => Generator<EventRow, void>) => {
  const select = db.prepare<[number, number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE session = ? AND seq > ? ORDER BY seq LIMIT ${PAGE}`,
  );
  return function* (session, afterSeq = 0) {
    for (let after = afterSeq; ;) {
      const rows = select.all(session, after);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = last.seq;
    }
  };
};
