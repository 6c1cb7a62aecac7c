import type { AuditEntry, SessionId } from "../../../../shared/contract/index.ts";
import type { AnyEvent, EventType } from "../../../../shared/events/index.ts";
import { LogError } from "../errors.ts";
import type { ReadDb } from "../handles.ts";
import { EVENT_COLUMNS, narrowed, type EventRow } from "../rows.ts";
import { toWire } from "../wire.ts";
import { summarise } from "./summary.ts";

/** Rows on a page when nothing is asked for, and at most. */
const PAGE = 50;
const PAGE_MAX = 500;

/** How many rows a page has; anything but a sensible number gives the default. */
export const pageSize = (limit: number | undefined): number =>
  limit !== undefined && Number.isInteger(limit) && limit >= 1 ? Math.min(limit, PAGE_MAX) : PAGE;

/** The place after an event in a list that runs from new to old; opaque to everybody else. */
export const cursorAfter = (id: number): string => Buffer.from(`before:${id}`).toString("base64url");

/** The event number that a cursor stands for; without one, the end of the log. Throws LogError `invalidInput`. */
export const cursorId = (cursor: string | undefined): number => {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const id = /^before:(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"))?.[1];
  if (id === undefined)
    throw new LogError(
      "invalidInput",
      "The list cannot go on from here: its cursor is not one of ours. Load it again from the start.",
    );
  return Number(id);
};

/** Turns rows into audit entries. */
export interface Entries {
  row(id: number): EventRow | undefined;
  /** Newest first, below an event number. */
  newest(below: number, count: number): EventRow[];
  entry(row: EventRow): AuditEntry;
  sessionNo(sessionId: string): number | undefined;
}

/** Prepares the statements once. */
export const createEntries = (log: ReadDb): Entries => {
  const one = log.prepare<[number], EventRow>(`SELECT ${EVENT_COLUMNS} FROM events WHERE id = ?`);
  const newest = log.prepare<[number, number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE id < ? ORDER BY id DESC LIMIT ?`,
  );
  const session = log.prepare<[number], { id: string; title: string }>(
    "SELECT id, title FROM sessions WHERE no = ?",
  );
  const no = log.prepare<[string], number>("SELECT no FROM sessions WHERE id = ?").pluck();
  return {
    row: (id) => one.get(id),
    newest: (below, count) => newest.all(below, count),
    sessionNo: (sessionId) => no.get(sessionId),
    entry: (row) => {
      const { id, title } = session.get(row.session) ?? { id: "", title: "" };
      const body = JSON.parse(row.body) as Record<string, unknown>;
      const { seq, at, hash, bytes } = row;
      const type = row.type as EventType;
      const stored: AnyEvent = {
        sessionId: id as SessionId,
        seq,
        at,
        type,
        body,
        hash,
        bytes,
        isCut: row.blob !== null,
      };
      const event = row.blob === null ? toWire(narrowed(stored)) : stored;
      const repaired = row.repaired === 1 ? " (text that was not valid Unicode was repaired)" : "";
      return { event, sessionTitle: title, summary: summarise(type, body) + repaired };
    },
  };
};
