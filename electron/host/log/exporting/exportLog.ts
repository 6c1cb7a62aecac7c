import type { Output, SessionId } from "../../../../shared/contract/index.ts";
import type { LoggedEvent } from "../../../../shared/events/index.ts";
import { createFold, type SessionState } from "../../../../shared/session/index.ts";
import type { BlobReader } from "../blobs.ts";
import { logError } from "../errors.ts";
import type { ReadDb } from "../handles.ts";
import { sessionRows, wholeEvent, type EventRow } from "../rows.ts";
import type { ExportOptions } from "../types.ts";
import { isoTime, reportEvent, type ReportState } from "./markdown.ts";
import { inlineCode, plain } from "./markdownText.ts";
import { fileSink, memorySink, type Sink } from "./sink.ts";

interface SessionRow {
  readonly no: number;
  readonly id: SessionId;
  readonly title: string;
}

/** What the writers of a format need. */
interface Source {
  rows(session: SessionRow): Iterable<EventRow>;
  whole(row: EventRow, session: SessionRow): LoggedEvent;
  /** The event's whole body as JSON text. */
  body(row: EventRow): string;
}

const foldOf = (source: Source, session: SessionRow): SessionState | null => {
  if (session.id === "system") return null;
  const fold = createFold(session.id);
  for (const row of source.rows(session)) fold.push(source.whole(row, session));
  return fold.state();
};

/**
 * One event as JSON: its stored text goes over as it is. `chain` is there when the stored text differs from the body or was
 * repaired, so that whoever has the export alone can recompute the chain (`chainText`).
 */
const eventJson = (source: Source, row: EventRow, session: SessionRow): string => {
  const { seq, at, type, hash, bytes, blob, repaired } = row;
  const chain =
    blob === null && repaired === 0
      ? ""
      : `,"chain":{"blob":${JSON.stringify(blob)},"isRepaired":${repaired === 1},"stored":${JSON.stringify(blob === null ? null : row.body)}}`;
  return `{"sessionId":${JSON.stringify(session.id)},"seq":${seq},"at":${at},"type":"${type}","body":${source.body(row)},"hash":"${hash}","bytes":${bytes},"isCut":false${chain}}`;
};

const writeSessionJson = (source: Source, session: SessionRow, sink: Sink): number => {
  let events = 0;
  sink.write(`"session":${JSON.stringify(foldOf(source, session))},"events":[`);
  for (const row of source.rows(session))
    sink.write(`${events++ === 0 ? "\n" : ",\n"}${eventJson(source, row, session)}`);
  sink.write("\n]");
  return events;
};

const writeJson = (
  source: Source,
  sessions: readonly SessionRow[],
  isAll: boolean,
  exportedAt: number,
  sink: Sink,
): number => {
  const format = isAll ? "loopwright-audit/1" : "loopwright-trajectory/1";
  let events = 0;
  sink.write(`{"format":"${format}","exportedAt":${exportedAt},${isAll ? '"sessions":[' : ""}`);
  sessions.forEach((session, at) => {
    if (isAll) sink.write(at === 0 ? "\n{" : ",\n{");
    events += writeSessionJson(source, session, sink);
    if (isAll) sink.write("}");
  });
  sink.write(isAll ? "\n]}\n" : "}\n");
  return events;
};

const writeSessionMarkdown = (source: Source, session: SessionRow, sink: Sink): number => {
  const state: ReportState = { turns: 0, tools: new Map() };
  let last: EventRow | undefined;
  const title = session.id === "system" ? "System" : session.title === "" ? session.id : session.title;
  sink.write(`# ${plain(title)}\n\n- Session ${inlineCode(session.id)}\n`);
  for (const row of source.rows(session)) {
    const event = source.whole(row, session);
    if (event.type === "session.created")
      sink.write(
        `- Workspace ${inlineCode(event.body.workspacePath)}\n- Model ${inlineCode(event.body.modelName)}\n- Created ${isoTime(event.at)}\n\n`,
      );
    const lines = reportEvent(state, event);
    if (lines.length > 0) sink.write(`${lines.join("\n")}\n`);
    last = row;
  }
  sink.write(`\n---\n\nChain head: entry ${last?.seq ?? 0}, SHA-256 \`${last?.hash ?? "none"}\`\n`);
  return last?.seq ?? 0;
};

const writeMarkdown = (
  source: Source,
  sessions: readonly SessionRow[],
  exportedAt: number,
  sink: Sink,
): number => {
  sink.write(`<!-- Exported by Loopwright at ${isoTime(exportedAt)} -->\n\n`);
  let events = 0;
  sessions.forEach((session, at) => {
    if (at > 0) sink.write("\n");
    events += writeSessionMarkdown(source, session, sink);
  });
  return events;
};

/**
 * Writes a session, or all, `system` included, as JSON or Markdown. What the log holds was redacted before it was stored, so
 * an export holds no secret. Throws LogError `notFound`, `damaged` for a lost blob, and what the file system throws.
 */
export const exportLog = (
  db: ReadDb,
  readBlob: BlobReader,
  options: ExportOptions,
  exportedAt: number,
): Output<"audit.export"> => {
  const { sessionId, format, path } = options;
  const wanted = sessionId ?? null;
  const sessions = db
    .prepare<[string | null, string | null], SessionRow>(
      "SELECT no, id, title FROM sessions WHERE ? IS NULL OR id = ? ORDER BY no",
    )
    .all(wanted, wanted);
  if (sessionId !== undefined && sessions.length === 0) throw logError("notFound");
  const rowsOf = sessionRows(db);
  const source: Source = {
    rows: (session) => rowsOf(session.no),
    whole: (row, session) => wholeEvent(row, session.id, readBlob),
    body: (row) => (row.blob === null ? row.body : readBlob(row.blob)),
  };
  const sink = path === undefined ? memorySink() : fileSink(path);
  try {
    const events =
      format === "json"
        ? writeJson(source, sessions, sessionId === undefined, exportedAt, sink)
        : writeMarkdown(source, sessions, exportedAt, sink);
    return { ...sink.finish(), events, ...(path === undefined ? {} : { path }) };
  } catch (error) {
    sink.abandon();
    throw error;
  }
};
