import type { Input, Output } from "../../../../shared/contract/index.ts";
import type { EventType } from "../../../../shared/events/index.ts";
import type { BlobReader } from "../blobs.ts";
import { asLogError } from "../errors.ts";
import type { ReadDb } from "../handles.ts";
import type { EventRow } from "../rows.ts";
import { cursorAfter, cursorId, pageSize, type Entries } from "./entries.ts";
import { foldText, isUnspaced } from "./fold.ts";
import { searchText } from "./searchText.ts";

type Request = Input<"audit.search">;

/** What is looked at of a question; the rest of a longer one is left out, which finds more, not less. */
const QUESTION_CHARS = 1000;
const TERMS = 16;
/** Trigrams asked of one term: more of them hardly sift better, and every hit is compared with the text. */
const TRIGRAMS = 12;
/** How long one page may look for hits, in milliseconds; then it comes shorter, with a cursor to go on from. */
const PAGE_BUDGET_MS = 150;

const quoted = (token: string): string => `"${token.replaceAll('"', '""')}"`;

/** A blank-separated part of the question. `match` is what the index is asked, if it can be; `isProven` when a hit needs no second look. */
interface Term {
  readonly text: string;
  readonly table: "trigrams" | "pieces" | null;
  readonly match: string;
  readonly isProven: boolean;
}

const trigramsOf = (chars: readonly string[]): string[] => {
  const all = [
    ...new Set(chars.slice(0, -2).map((char, at) => char + (chars[at + 1] ?? "") + (chars[at + 2] ?? ""))),
  ];
  if (all.length <= TRIGRAMS) return all;
  const step = all.length / TRIGRAMS;
  return Array.from({ length: TRIGRAMS }, (_, at) => all[Math.floor(at * step)] ?? "");
};

const termOf = (text: string): Term => {
  const chars = [...text];
  if (chars.length >= 3) {
    const match = trigramsOf(chars).map(quoted).join(" AND ");
    return { text, table: "trigrams", match, isProven: chars.length === 3 };
  }
  // Signs alone are in no index: compared with the text only.
  if (!/^[\p{L}\p{N}]+$/u.test(text)) return { text, table: null, match: "", isProven: false };
  return {
    text,
    table: "pieces",
    match: chars.length === 1 ? `${quoted(text)}*` : quoted(text),
    isProven: true,
  };
};

/** The terms of a question, each once. Every string is data: quoted, without NUL, never FTS syntax (SEC-SQL-01). */
export const termsOf = (question: string): Term[] => {
  const folded = foldText(question.slice(0, QUESTION_CHARS).toWellFormed());
  const texts = folded.split(/\s+/u).filter((part) => part !== "");
  return [...new Set(texts)].slice(0, TERMS).map(termOf);
};

const startsAWord = (text: string, term: string): boolean => {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at))) return true;
  return false;
};

const holds = (text: string, term: Term): boolean =>
  term.table === "pieces" && !isUnspaced(term.text) ? startsAWord(text, term.text) : text.includes(term.text);

/** Numbers of events that may match, from new to old, lazily. */
const candidates = (index: ReadDb, terms: readonly Term[], below: number): IterableIterator<number> => {
  const table = terms.some((term) => term.table === "trigrams") ? "trigrams" : "pieces";
  const match = terms.filter((term) => term.table === table).map((term) => term.match);
  if (match.length === 0)
    return index
      .prepare<[number], number>("SELECT id FROM facets WHERE id < ? ORDER BY id DESC")
      .pluck()
      .iterate(below);
  return index
    .prepare<[string, number], number>(
      `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid < ? ORDER BY rowid DESC`,
    )
    .pluck()
    .iterate(match.join(" AND "), below);
};

/** Answers `audit.search`; see `OpenedLog.search` for what matches. Never throws for what a person typed. */
export const createSearch = (index: ReadDb, entries: Entries, readBlob: BlobReader) => {
  const textOf = (row: EventRow): string => {
    let body = row.body;
    try {
      if (row.blob !== null) body = readBlob(row.blob);
    } catch (error) {
      // As in the index: without its blob the preview is what there is.
      if (asLogError(error).kind !== "damaged") throw error;
    }
    return searchText(row.type as EventType, JSON.parse(body) as Record<string, unknown>);
  };

  return (request: Request, pending: number): Output<"audit.search"> => {
    const terms = termsOf(request.text);
    const session = request.sessionId === undefined ? undefined : entries.sessionNo(request.sessionId);
    if (terms.length === 0 || (request.sessionId !== undefined && session === undefined))
      return { items: [], pending };
    const count = pageSize(request.limit);
    const tables = new Set(terms.map((term) => term.table));
    const isProven = tables.size === 1 && terms.every((term) => term.isProven);
    const until = performance.now() + PAGE_BUDGET_MS;
    const hits: EventRow[] = [];
    let examined: number | undefined;
    for (const id of candidates(index, terms, cursorId(request.cursor))) {
      if (hits.length === count || (performance.now() > until && examined !== undefined))
        return {
          items: hits.map((row) => entries.entry(row)),
          pending,
          nextCursor: cursorAfter(examined ?? id + 1),
        };
      examined = id;
      const row = entries.row(id);
      if (row === undefined || (session !== undefined && row.session !== session)) continue;
      if (isProven) hits.push(row);
      else {
        const text = textOf(row);
        if (terms.every((term) => holds(text, term))) hits.push(row);
      }
    }
    return { items: hits.map((row) => entries.entry(row)), pending };
  };
};
