import type { SessionId } from "../../../shared/contract/index.ts";
import { CHAIN_START } from "./chain.ts";
import { logError } from "./errors.ts";
import type { ReadDb, WriteDb } from "./handles.ts";

/** Where a session's chain stands. `id` is the global number of its last event, which orders sessions by last change. */
export interface Head {
  readonly no: number;
  readonly seq: number;
  readonly hash: string;
  readonly id: number;
}

interface SessionRow {
  readonly no: number;
  readonly id: string;
  readonly headSeq: number;
  readonly headHash: string;
  readonly headId: number;
}
interface TailRow {
  readonly id: number;
  readonly session: number;
  readonly seq: number;
  readonly hash: string;
}

/** The heads of all chains, kept in memory by the only writer and noted down in the database now and then. */
export interface Heads {
  get(sessionId: SessionId): Head | undefined;
  set(sessionId: SessionId, head: Head): void;
  /** The number of the last event of the whole log, 0 when there is none. */
  lastId(): number;
  /** The number that the next new session gets. */
  nextNo(): number;
  /** Sessions but `system`, most recently changed first. */
  sessionIds(): SessionId[];
  /** Writes heads that changed since the last time, in one transaction. A later cut of the tail shows against them. */
  note(): void;
}

const writeHeads = (db: WriteDb, heads: readonly Head[]): void => {
  const update = db.prepare<[number, string, number, number]>(
    "UPDATE sessions SET headSeq = ?, headHash = ?, headId = ? WHERE no = ?",
  );
  db.transaction(() => heads.forEach(({ seq, hash, id, no }) => update.run(seq, hash, id, no))).immediate();
};

/**
 * Loads the noted heads and what was appended after them: cost goes with the latter, not with the size of the log. Throws
 * what SQLite throws, and LogError `damaged` for an event of no known session.
 */
export const loadHeads = (db: ReadDb): Heads => {
  const heads = new Map<SessionId, Head>();
  const names = new Map<number, SessionId>();
  const changed = new Set<SessionId>();
  let last = 0;
  let lastNo = 0;

  const set = (sessionId: SessionId, head: Head): void => {
    heads.set(sessionId, head);
    changed.add(sessionId);
    if (head.id > last) last = head.id;
    if (head.no > lastNo) lastNo = head.no;
  };
  for (const row of db
    .prepare<[], SessionRow>("SELECT no, id, headSeq, headHash, headId FROM sessions")
    .all()) {
    names.set(row.no, row.id as SessionId);
    const isEmpty = row.headSeq === 0;
    set(row.id as SessionId, {
      no: row.no,
      seq: row.headSeq,
      hash: isEmpty ? CHAIN_START : row.headHash,
      id: row.headId,
    });
  }
  changed.clear();
  const tail = db
    .prepare<[number], TailRow>("SELECT id, session, seq, hash FROM events WHERE id > ? ORDER BY id")
    .all(last);
  for (const { id, session, seq, hash } of tail) {
    const name = names.get(session);
    if (name === undefined) throw logError("damaged", new Error(`entry ${id} belongs to no session`));
    set(name, { no: session, seq, hash, id });
  }

  return {
    get: (sessionId) => heads.get(sessionId),
    set,
    lastId: () => last,
    nextNo: () => lastNo + 1,
    sessionIds: () =>
      [...heads]
        .filter(([sessionId, head]) => sessionId !== "system" && head.seq > 0)
        .sort(([, a], [, b]) => b.id - a.id)
        .map(([sessionId]) => sessionId),
    note: () => {
      if (changed.size === 0) return;
      const moved = [...changed].flatMap((sessionId) => heads.get(sessionId) ?? []);
      writeHeads(db as WriteDb, moved);
      changed.clear();
    },
  };
};
