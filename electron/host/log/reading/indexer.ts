import type { EventType } from "../../../../shared/events/index.ts";
import type { BlobReader } from "../blobs.ts";
import { asLogError } from "../errors.ts";
import type { ReadDb, WriteDb } from "../handles.ts";
import { EVENT_COLUMNS, type EventRow } from "../rows.ts";
import { shortPieces } from "./fold.ts";
import { searchText } from "./searchText.ts";

/** Events indexed in one transaction. */
const BATCH = 64;

/** Feeds the index from the log, behind the commits, in the order of the log. */
export interface Indexer {
  /** Indexes until everything up to `upTo` is in or the time is over; answers how many are left. */
  catchUp(upTo: number, budgetMs: number): number;
  /** The number of the last indexed event. */
  lastId(): number;
}

interface CallRow {
  readonly tool: string;
  readonly modelTool: string;
  readonly severity: string | null;
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

const statements = (index: WriteDb, log: ReadDb) => ({
  rows: log.prepare<[number, number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE id > ? AND id <= ? ORDER BY id LIMIT ${BATCH}`,
  ),
  sessionId: log.prepare<[number], string>("SELECT id FROM sessions WHERE no = ?").pluck(),
  facets: index.prepare<[number, number, string, number, string | null, string | null, string | null]>(
    "INSERT INTO facets (id, session, type, at, tool, modelTool, severity) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ),
  call: index.prepare<[string], CallRow>("SELECT tool, modelTool, severity FROM calls WHERE id = ?"),
  propose: index.prepare<[string, number, string, string]>(
    "INSERT OR REPLACE INTO calls (id, proposed, tool, modelTool) VALUES (?, ?, ?, ?)",
  ),
  assess: index.prepare<[string, string]>("UPDATE calls SET severity = ? WHERE id = ?"),
  assessProposed: index.prepare<[string, string]>(
    "UPDATE facets SET severity = ? WHERE id = (SELECT proposed FROM calls WHERE id = ?)",
  ),
  trigrams: index.prepare<[number, string]>("INSERT INTO trigrams (rowid, text) VALUES (?, ?)"),
  pieces: index.prepare<[number, string]>("INSERT INTO pieces (rowid, text) VALUES (?, ?)"),
  name: index.prepare<[number, string]>("INSERT OR IGNORE INTO names (no, id) VALUES (?, ?)"),
  progress: index.prepare<[number, string]>("UPDATE progress SET lastId = ?, hash = ?"),
  lastId: index.prepare<[], number>("SELECT lastId FROM progress").pluck(),
});

const bodyOf = (row: EventRow, readBlob: BlobReader): Record<string, unknown> => {
  if (row.blob !== null) {
    try {
      return JSON.parse(readBlob(row.blob)) as Record<string, unknown>;
    } catch (error) {
      // A lost blob must not stop the index: its preview is still searched, and verify names it.
      if (asLogError(error).kind !== "damaged") throw error;
    }
  }
  return JSON.parse(row.body) as Record<string, unknown>;
};

/** Prepares the statements once. */
export const createIndexer = (index: WriteDb, log: ReadDb, readBlob: BlobReader): Indexer => {
  const sql = statements(index, log);
  const named = new Set<number>();

  const callFacets = (row: EventRow, body: Record<string, unknown>): CallRow | undefined => {
    const callId = text(body["callId"]);
    if (callId === null) return undefined;
    if (row.type === "call.proposed") {
      const tool = text(body["tool"]) ?? "";
      const modelTool = text(body["modelName"]) ?? tool;
      sql.propose.run(callId, row.id, tool, modelTool);
      return { tool, modelTool, severity: null };
    }
    const severity = row.type === "call.assessed" ? text(body["severity"]) : null;
    if (severity !== null) {
      sql.assess.run(severity, callId);
      sql.assessProposed.run(severity, callId);
    }
    return sql.call.get(callId);
  };
  const indexRow = (row: EventRow): void => {
    const body = bodyOf(row, readBlob);
    const call = callFacets(row, body);
    sql.facets.run(
      row.id,
      row.session,
      row.type,
      row.at,
      call?.tool ?? null,
      call?.modelTool ?? null,
      call?.severity ?? null,
    );
    const found = searchText(row.type as EventType, body);
    sql.trigrams.run(row.id, found);
    sql.pieces.run(row.id, shortPieces(found).join(" "));
    if (named.has(row.session)) return;
    named.add(row.session);
    sql.name.run(row.session, sql.sessionId.get(row.session) ?? "");
  };
  const indexBatch = index.transaction((rows: readonly EventRow[]) => {
    rows.forEach(indexRow);
    const last = rows.at(-1);
    if (last !== undefined) sql.progress.run(last.id, last.hash);
  });

  return {
    lastId: () => sql.lastId.get() ?? 0,
    catchUp: (upTo, budgetMs) => {
      const until = performance.now() + budgetMs;
      let last = sql.lastId.get() ?? 0;
      while (last < upTo) {
        const rows = sql.rows.all(last, upTo);
        if (rows.length === 0) return 0;
        indexBatch.immediate(rows);
        last = rows.at(-1)?.id ?? last;
        if (performance.now() > until) break;
      }
      return Math.max(0, upTo - last);
    },
  };
};

/** False when the index belongs to another state of the log (a restored backup): the event at its end is not the one it saw. */
export const fits = (index: WriteDb, log: ReadDb): boolean => {
  const seen = index.prepare<[], { lastId: number; hash: string }>("SELECT lastId, hash FROM progress").get();
  if (seen === undefined) return false;
  if (seen.lastId === 0) return true;
  const hash = log.prepare<[number], string>("SELECT hash FROM events WHERE id = ?").pluck().get(seen.lastId);
  return hash === seen.hash;
};
