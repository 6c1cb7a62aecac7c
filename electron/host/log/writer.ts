import type { SessionId } from "../../../shared/contract/index.ts";
import { asLogged, type LoggedEvent } from "../../../shared/events/index.ts";
import { blobWriter } from "./blobs.ts";
import { CHAIN_START, chainHash } from "./chain.ts";
import { encodeBody, type EncodedBody, type Redact } from "./encode.ts";
import type { WriteDb } from "./handles.ts";
import type { Head, Heads } from "./heads.ts";
import type { Durability, NewEvent } from "./types.ts";

/** Appends to the database. Throws what SQLite and the file system throw; then nothing was written and no head moved. */
export type Write = (events: readonly NewEvent[], at: number, durability: Durability) => LoggedEvent[];

interface Staged {
  readonly event: NewEvent;
  readonly body: EncodedBody;
}

const titleOf = (event: NewEvent): string | undefined =>
  (event.type === "session.created" || event.type === "session.renamed") && "title" in event.body
    ? event.body.title
    : undefined;

const statements = (db: WriteDb) => ({
  begin: db.prepare("BEGIN IMMEDIATE"),
  commit: db.prepare("COMMIT"),
  rollback: db.prepare("ROLLBACK"),
  insert: db.prepare<[number, number, number, number, string, string, number, string | null, number, string]>(
    "INSERT INTO events (id, session, seq, at, type, body, bytes, blob, repaired, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  ),
  addSession: db.prepare<[number, string, string]>(
    "INSERT INTO sessions (no, id, title, headSeq, headHash, headId) VALUES (?, ?, '', 0, ?, 0)",
  ),
  setTitle: db.prepare<[string, number]>("UPDATE sessions SET title = ? WHERE no = ?"),
});

type Statements = ReturnType<typeof statements>;

const insert = (
  sql: Statements,
  { event, body }: Staged,
  head: Head,
  id: number,
  at: number,
): [Head, LoggedEvent] => {
  const { sessionId, type } = event;
  const seq = head.seq + 1;
  const blob = body.blob?.hash ?? null;
  const { bytes, isRepaired } = body;
  const hash = chainHash(head.hash, { sessionId, seq, at, type, body: body.text, bytes, blob, isRepaired });
  sql.insert.run(id, head.no, seq, at, type, body.text, bytes, blob, isRepaired ? 1 : 0, hash);
  const logged = asLogged({ sessionId, seq, at, type, body: body.value, hash, bytes, isCut: false });
  return [{ no: head.no, seq, hash, id }, logged];
};

/** One plain row needs no transaction of its own around it: the statement is one. */
const isPlain = (staged: readonly Staged[], heads: Heads): boolean =>
  staged.length === 1 &&
  staged.every(
    ({ event, body }) =>
      body.blob === null && heads.get(event.sessionId) !== undefined && titleOf(event) === undefined,
  );

const inTransaction = <T>(db: WriteDb, sql: Statements, work: () => T): T => {
  sql.begin.run();
  try {
    const value = work();
    sql.commit.run();
    return value;
  } catch (error) {
    // A full disk ends the transaction by itself.
    if (db.inTransaction) sql.rollback.run();
    throw error;
  }
};

/** Prepares the statements once and answers the function that appends. */
export const createWriter = (
  db: WriteDb,
  dataDir: string,
  heads: Heads,
  redact: Redact | undefined,
): Write => {
  const sql = statements(db);
  const blobs = blobWriter(db, dataDir);

  const insertAll = (
    staged: readonly Staged[],
    at: number,
    isPowerSafe: boolean,
  ): [Map<SessionId, Head>, LoggedEvent[]] => {
    const moved = new Map<SessionId, Head>();
    const logged: LoggedEvent[] = [];
    let id = heads.lastId();
    let nextNo = heads.nextNo();
    for (const item of staged) {
      const { sessionId } = item.event;
      let head = moved.get(sessionId) ?? heads.get(sessionId);
      if (head === undefined) {
        head = { no: nextNo++, seq: 0, hash: CHAIN_START, id: 0 };
        sql.addSession.run(head.no, sessionId, CHAIN_START);
      }
      if (item.body.blob !== null) blobs.put(item.body.blob.hash, item.body.blob.json, isPowerSafe);
      const title = titleOf(item.event);
      if (title !== undefined) sql.setTitle.run(String(item.body.value["title"]), head.no);
      const [after, event] = insert(sql, item, head, ++id, at);
      moved.set(sessionId, after);
      logged.push(event);
    }
    return [moved, logged];
  };

  return (events, at, durability) => {
    const staged = events.map((event) => ({ event, body: encodeBody(event, redact) }));
    const isPowerSafe = durability === "power";
    const work = (): [Map<SessionId, Head>, LoggedEvent[]] => insertAll(staged, at, isPowerSafe);
    // Outside a transaction only: it takes effect with the next commit, which then flushes all commits before it as well.
    if (isPowerSafe) db.exec("PRAGMA synchronous = FULL");
    try {
      const [moved, logged] = isPlain(staged, heads) ? work() : inTransaction(db, sql, work);
      for (const [sessionId, head] of moved) heads.set(sessionId, head);
      return logged;
    } finally {
      if (isPowerSafe) db.exec("PRAGMA synchronous = NORMAL");
    }
  };
};
