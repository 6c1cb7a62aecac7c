import type { Input, Output } from "../../../../shared/contract/index.ts";
import type { ReadDb } from "../handles.ts";
import { cursorAfter, cursorId, pageSize, type Entries } from "./entries.ts";

type Filter = Input<"audit.query">;

/** The filter that leads through an index, with the values to run through; the others are checked on the way. */
type Column = "session" | "type" | "tool" | "modelTool" | "severity";
interface Lead {
  readonly column: Column;
  readonly values: readonly (string | number)[];
}

const leadOf = (filter: Filter, session: number | undefined): Lead | undefined => {
  if (session !== undefined) return { column: "session", values: [session] };
  if (filter.tool !== undefined)
    return { column: filter.tool.includes("__") ? "modelTool" : "tool", values: [filter.tool] };
  if (filter.types !== undefined) return { column: "type", values: [...new Set(filter.types)] };
  if (filter.severity !== undefined) return { column: "severity", values: [...new Set(filter.severity)] };
  return undefined;
};

const listed = (count: number): string => Array.from({ length: count }, () => "?").join(", ");

const conditions = (
  filter: Filter,
  lead: Column | undefined,
): { sql: string; values: (string | number)[] } => {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, ...more: readonly (string | number)[]): void => {
    parts.push(` AND ${sql}`);
    values.push(...more);
  };
  if (filter.tool !== undefined && lead === "session")
    add(`${filter.tool.includes("__") ? "modelTool" : "tool"} = ?`, filter.tool);
  if (filter.types !== undefined && lead !== "type")
    add(`type IN (${listed(filter.types.length)})`, ...filter.types);
  if (filter.severity !== undefined && lead !== "severity")
    add(`severity IN (${listed(filter.severity.length)})`, ...filter.severity);
  if (filter.from !== undefined) add("at >= ?", filter.from);
  if (filter.to !== undefined) add("at <= ?", filter.to);
  return { sql: parts.join(""), values };
};

/** Numbers of matching events from new to old; one index walk per value of the leading filter, merged. */
const matchingIds = (
  index: ReadDb,
  filter: Filter,
  session: number | undefined,
  below: number,
  count: number,
): number[] => {
  const lead = leadOf(filter, session);
  const rest = conditions(filter, lead?.column);
  // Column names come from the closed list above, values are bound.
  const from = lead === undefined ? "facets NOT INDEXED" : `facets INDEXED BY facets_${lead.column}`;
  const first = lead === undefined ? "id < ?" : `${lead.column} = ? AND id < ?`;
  const select = index.prepare<(string | number)[], number>(
    `SELECT id FROM ${from} WHERE ${first}${rest.sql} ORDER BY id DESC LIMIT ?`,
  );
  const ids = (lead?.values ?? [undefined]).flatMap((value) =>
    select.pluck().all(...(value === undefined ? [] : [value]), below, ...rest.values, count),
  );
  return ids.sort((a, b) => b - a).slice(0, count);
};

/** Answers `audit.query`. Without a filter the log itself is read; with one the index, and `pending` is what that lacks. */
export const queryPage = (
  index: ReadDb,
  entries: Entries,
  filter: Filter,
  pending: number,
): Output<"audit.query"> => {
  const count = pageSize(filter.limit);
  const below = cursorId(filter.cursor);
  const session = filter.sessionId === undefined ? undefined : entries.sessionNo(filter.sessionId);
  if (filter.sessionId !== undefined && session === undefined) return { items: [], pending: 0 };
  const { sessionId, types, tool, severity, from, to } = filter;
  const isPlain = [sessionId, types, tool, severity, from, to].every((part) => part === undefined);
  const rows = isPlain
    ? entries.newest(below, count + 1)
    : matchingIds(index, filter, session, below, count + 1).flatMap((id) => entries.row(id) ?? []);
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return {
    items: page.map((row) => entries.entry(row)),
    pending: isPlain ? 0 : pending,
    ...(rows.length > count && last !== undefined ? { nextCursor: cursorAfter(last.id) } : {}),
  };
};
