import { CHAIN_START, chainHash } from "../chain.ts";
import type { WriteDb } from "../handles.ts";
import type { EventRow } from "../rows.ts";
import { openPages, type PageFile } from "./pages.ts";
import { recordsOn } from "./records.ts";
import { asBlob, asEvent, asSession, asSetting } from "./shapes.ts";

export { openPages, type PageFile } from "./pages.ts";

/** What could be saved. `lost` counts entries that were readable but follow one that was not: they are in the kept file only. */
export interface Salvaged {
  readonly events: number;
  readonly sessions: number;
  readonly lost: number;
}

interface Place {
  readonly id: number;
  readonly page: number;
}

interface Survey {
  readonly places: Place[];
  /** Session ids that a number may stand for: an index over other names looks alike, the chain tells which is right. */
  readonly names: Map<number, Set<string>>;
  readonly titles: Map<number, string>;
  readonly settings: Map<string, { value: string; changedAt: number }>;
}

/** Rows written in one transaction. */
const BATCH = 2000;

const addName = (names: Map<number, Set<string>>, no: number, id: string): void => {
  const known = names.get(no);
  if (known === undefined) names.set(no, new Set([id]));
  else known.add(id);
};

/** One pass over all pages: where events lie, and everything small. Blobs go over at once. */
const survey = (pages: PageFile, db: WriteDb): Survey => {
  const found: Survey = { places: [], names: new Map(), titles: new Map(), settings: new Map() };
  const addBlob = db.prepare<[string, number, Buffer]>(
    "INSERT OR IGNORE INTO blobs (hash, bytes, data) VALUES (?, ?, ?)",
  );
  for (let page = 1; page <= pages.count; page++) {
    for (const record of recordsOn(pages, page)) {
      const event = asEvent(record);
      if (event !== undefined) found.places.push({ id: event.id, page });
      const session = asSession(record);
      if (session !== undefined) {
        addName(found.names, session.no, session.id);
        if (session.title !== undefined) found.titles.set(session.no, session.title);
      }
      const blob = asBlob(record);
      if (blob !== undefined) addBlob.run(blob.hash, blob.bytes, blob.data);
      const setting = asSetting(record);
      if (setting !== undefined && setting.changedAt >= (found.settings.get(setting.name)?.changedAt ?? 0))
        found.settings.set(setting.name, setting);
    }
  }
  return found;
};

/** Events in the order they were written; places are sorted first, so memory goes with their number, not with their size. */
const inOrder = function* (pages: PageFile, places: Place[]): Generator<EventRow, void> {
  places.sort((a, b) => a.id - b.id);
  let page = 0;
  let rows = new Map<number, EventRow>();
  for (const place of places) {
    if (place.page !== page) {
      page = place.page;
      rows = new Map();
      for (const record of recordsOn(pages, page)) {
        const event = asEvent(record);
        if (event !== undefined) rows.set(event.id, event);
      }
    }
    const row = rows.get(place.id);
    if (row !== undefined) yield row;
  }
};

const titleIn = (row: EventRow): string => {
  try {
    const body = JSON.parse(row.body) as { title?: unknown };
    return typeof body.title === "string" ? body.title : "";
  } catch {
    // Only the copy for lists: the event itself stays as it is.
    return "";
  }
};

/** Puts events into the fresh database as they are, each session up to its first entry that is missing or does not fit its chain. */
const refill = (db: WriteDb, rows: Iterable<EventRow>, { names, titles }: Survey): Salvaged => {
  const addSession = db.prepare<[number, string, string, string]>(
    "INSERT INTO sessions (no, id, title, headSeq, headHash, headId) VALUES (?, ?, ?, 0, ?, 0)",
  );
  const add = db.prepare(
    "INSERT INTO events (id, session, seq, at, type, body, bytes, blob, repaired, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const heads = new Map<number, { seq: number; hash: string; sessionId: string }>();
  let events = 0;
  let lost = 0;
  for (const row of rows) {
    const head = heads.get(row.session);
    const { seq: last, hash: previous } = head ?? { seq: 0, hash: CHAIN_START };
    if (row.seq <= last) continue;
    const candidates = head === undefined ? [...(names.get(row.session) ?? [])] : [head.sessionId];
    const fitting = (id: string): boolean =>
      chainHash(previous, { ...row, sessionId: id, isRepaired: row.repaired === 1 }) === row.hash;
    const sessionId = row.seq === last + 1 ? candidates.find(fitting) : undefined;
    if (sessionId === undefined) {
      lost++;
      continue;
    }
    if (head === undefined)
      addSession.run(row.session, sessionId, titles.get(row.session) ?? titleIn(row), CHAIN_START);
    events++;
    const { session, seq, at, type, body, bytes, blob, repaired, hash } = row;
    // Numbered anew: the numbers of the whole log have no gaps.
    add.run(events, session, seq, at, type, body, bytes, blob, repaired, hash);
    heads.set(session, { seq, hash, sessionId });
    if (events % BATCH === 0) db.exec("COMMIT; BEGIN IMMEDIATE");
  }
  return { events, lost, sessions: heads.size };
};

/**
 * Saves what can be read of a damaged database into a fresh one. Reads the file page by page without SQLite, because SQLite
 * stops at the first broken page of a tree; our rows fit a page each, so whole pages stand alone. Every saved event is proven
 * by its chain. Never writes to the damaged file.
 *
 * @param knownNames session numbers and ids known from elsewhere, for when both copies in the file are broken
 */
export const salvage = (file: string, db: WriteDb, knownNames: ReadonlyMap<number, string>): Salvaged => {
  const pages = openPages(file);
  db.exec("BEGIN IMMEDIATE");
  try {
    const found = survey(pages, db);
    for (const [no, id] of knownNames) addName(found.names, no, id);
    const saved = refill(db, inOrder(pages, found.places), found);
    const addSetting = db.prepare("INSERT INTO config (name, value, changedAt) VALUES (?, ?, ?)");
    for (const [name, { value, changedAt }] of found.settings) addSetting.run(name, value, changedAt);
    db.exec("COMMIT");
    return saved;
  } catch (error) {
    if (db.inTransaction) db.exec("ROLLBACK");
    throw error;
  } finally {
    pages.close();
  }
};
