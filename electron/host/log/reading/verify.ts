import type { Output, SessionId } from "../../../../shared/contract/index.ts";
import type { BlobReader } from "../blobs.ts";
import { CHAIN_START, chainHash } from "../chain.ts";
import { LogError, logError } from "../errors.ts";
import type { ReadDb } from "../handles.ts";
import { sessionRows } from "../rows.ts";

type Verdict = Output<"audit.verify">;
type Bad = NonNullable<Verdict["firstBad"]>;

interface SessionRow {
  readonly no: number;
  readonly id: string;
  readonly headSeq: number;
  readonly headHash: string;
}

interface Checked {
  readonly events: number;
  readonly bad: Bad | undefined;
}

const checkBlob = (blob: string | null, bytes: number, readBlob: BlobReader): string | undefined => {
  if (blob === null) return undefined;
  try {
    return Buffer.byteLength(readBlob(blob)) === bytes
      ? undefined
      : "its full content has another length than was recorded";
  } catch (error) {
    if (error instanceof LogError) return "its full content is missing or was changed";
    throw error;
  }
};

const checkSession = (db: ReadDb, session: SessionRow, readBlob: BlobReader): Checked => {
  let seq = 0;
  let hash = CHAIN_START;
  let id = 0;
  const bad = (at: number, what: string): Checked => ({
    events: seq,
    bad: { sessionId: session.id as SessionId, seq: at, what },
  });
  for (const row of sessionRows(db)(session.no)) {
    if (row.seq !== seq + 1) return bad(seq + 1, "the entry is missing: it was removed after it was written");
    if (row.id <= id) return bad(row.seq, "the entry was moved: it does not stand after the one before it");
    const own = chainHash(hash, { ...row, sessionId: session.id, isRepaired: row.repaired === 1 });
    if (own !== row.hash) return bad(row.seq, "the entry, or its hash, was changed after it was written");
    const blob = checkBlob(row.blob, row.bytes, readBlob);
    if (blob !== undefined) return bad(row.seq, blob);
    if (row.seq === session.headSeq && row.hash !== session.headHash)
      return bad(row.seq, "the chain was rewritten: the entry is not the one that was noted");
    ({ seq, hash, id } = row);
  }
  if (seq < session.headSeq) return bad(seq + 1, "the entry is missing: the end of the session was cut off");
  return { events: seq, bad: undefined };
};

/** Events of no session, and numbers of the whole log that are not used: a session that was removed with all its entries. */
const checkWhole = (db: ReadDb): Bad | undefined => {
  const { count, last } = db
    .prepare<[], { count: number; last: number | null }>(
      "SELECT count(*) AS count, max(id) AS last FROM events",
    )
    .get() ?? {
    count: 0,
    last: 0,
  };
  return count === (last ?? 0)
    ? undefined
    : {
        sessionId: "system" as SessionId,
        seq: 1,
        what: `${(last ?? 0) - count} entries of the whole log are missing: a session was removed`,
      };
};

/**
 * Recomputes the chain of one session or of all, reads every blob, and compares with the noted heads.
 *
 * Found: a changed body, time, type or hash; a changed or lost blob; a removed, added or moved entry; a cut end, up to the last
 * note of the heads (a moment after each burst of appends, and at every close); a session that is gone, unless it was the
 * newest. Not found: whoever can write the file can also recompute every hash from the changed entry on and the noted head
 * with it. Only a head kept elsewhere shows that; every export ends with it.
 */
export const verifyLog = (db: ReadDb, readBlob: BlobReader, sessionId: SessionId | null): Verdict => {
  const start = performance.now();
  const select = db.prepare<[string | null, string | null], SessionRow>(
    "SELECT no, id, headSeq, headHash FROM sessions WHERE ? IS NULL OR id = ? ORDER BY no",
  );
  const sessions = select.all(sessionId, sessionId);
  if (sessionId !== null && sessions.length === 0) throw logError("notFound");
  let events = 0;
  let firstBad: Bad | undefined;
  for (const session of sessions) {
    const checked = checkSession(db, session, readBlob);
    events += checked.events;
    firstBad ??= checked.bad;
  }
  if (sessionId === null) firstBad ??= checkWhole(db);
  return {
    ok: firstBad === undefined,
    sessions: sessions.length,
    events,
    durationMs: Math.round(performance.now() - start),
    ...(firstBad === undefined ? {} : { firstBad }),
  };
};
