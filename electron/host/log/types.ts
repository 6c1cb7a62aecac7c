import type { Input, Output, SessionId } from "../../../shared/contract/index.ts";
import type { AnyEvent, EventBody, EventType, LoggedEvent } from "../../../shared/events/index.ts";

/** An event about to be appended. */
export interface NewEvent<T extends EventType = EventType> {
  readonly sessionId: SessionId;
  readonly type: T;
  readonly body: EventBody<T>;
}

/** How safe a commit must be: `power` also survives a power cut (intents of L3 and L4), `crash` survives a crash of the process. */
export type Durability = "crash" | "power";

/** Called after the commit, in order, with the event whole (never cut). */
export type EventListener = (event: LoggedEvent) => void;

/** The append-only record (design §4). The host is its only writer. All methods are synchronous and throw {@link LogError} only. */
export interface EventLog {
  /** Appends in one transaction; every event gets the next `seq` of its session. Returns after the commit; listeners have been told. */
  append(events: readonly NewEvent[], durability?: Durability): LoggedEvent[];
  /** Whole events of a session in order, bodies resolved from blobs. `afterSeq` is exclusive. */
  readSession(sessionId: SessionId, afterSeq?: number): Iterable<LoggedEvent>;
  /** One whole event, or undefined. */
  readEvent(sessionId: SessionId, seq: number): LoggedEvent | undefined;
  /** The last `seq` of a session, 0 when it has none. */
  lastSeq(sessionId: SessionId): number;
  /** Ids of all sessions but `system`, most recently changed first. */
  sessionIds(): SessionId[];
  /** Registers a listener; the answer removes it. */
  onEvent(listener: EventListener): () => void;
  /** Cuts long strings for travel (events sent to the page); chat texts stay whole up to 256 KB. */
  toWire(event: LoggedEvent): AnyEvent;
  /** Finishes indexing, checkpoints and closes. */
  close(): Promise<void>;
}

/** What a person must know of the log's state; the shape of `host.info`. */
export interface LogProblem {
  readonly kind: "damaged" | "readOnly" | "full" | "locked";
  readonly message: string;
  /** Where the damaged file is kept. */
  readonly keptAt?: string;
}

/** The formats the log writes itself. */
export type LogExportFormat = "json" | "markdown";
export interface ExportOptions {
  /** Without it all sessions are exported, `system` included. */
  readonly sessionId?: SessionId;
  readonly format: LogExportFormat;
  /** Absolute; written beside and renamed, so that a failed export leaves an older file as it was. Without it the content comes back. */
  readonly path?: string;
}

/** Settings of the host as JSON by name. They are not events: what must be audited is appended as well. */
export interface ConfigStore {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  remove(name: string): void;
  /** All entries whose name starts with `prefix`, by name. */
  entries(prefix: string): (readonly [string, unknown])[];
}

/**
 * The log with everything that looks at it. The methods that return promises read in a worker with a read-only connection and
 * never hold the loop back; they reject with {@link LogError} only.
 */
export interface OpenedLog extends EventLog {
  /**
   * Like `append`, and waits while another program holds the database: tries again with growing pauses until it succeeds or the
   * log closes. Strictly in the order of the calls. Times are those of the call. Rejects at once for anything but a lock, and
   * then nothing was written.
   */
  appendWhenFree(events: readonly NewEvent[], durability?: Durability): Promise<LoggedEvent[]>;
  /** The current title of a session, empty when it has none. */
  title(sessionId: SessionId): string;
  /** Filters over all sessions, newest first. `pending` counts entries that the index does not know yet: 0 but while a large one is built anew. */
  query(filter: Input<"audit.query">): Promise<Output<"audit.query">>;
  /**
   * Entries in which every blank-separated term of the text occurs, newest first. Case, accents and full or half width do not
   * matter. A Latin term of one or two letters matches the beginnings of words, any other one matches anywhere.
   */
  search(request: Input<"audit.search">): Promise<Output<"audit.search">>;
  /** Recomputes the chain of a session, or of all, blobs included. */
  verify(sessionId?: SessionId): Promise<Output<"audit.verify">>;
  exportLog(options: ExportOptions): Promise<Output<"audit.export">>;
  readonly config: ConfigStore;
  /** What is wrong with the log now, or undefined. */
  problem(): LogProblem | undefined;
}

/** What {@link OpenedLog} needs from outside. */
export interface LogOptions {
  /** Absolute; made when missing. */
  readonly dataDir: string;
  readonly clock: { now(): number };
  /** Replaces secrets in a body before it is stored or told to anyone. */
  readonly redact?: (value: unknown) => unknown;
  /** Told when the state of the log changes; undefined when all is well again. */
  readonly onProblem?: (problem: LogProblem | undefined) => void;
  readonly timers?: Timers;
}

/** Delays; injected so that tests own them. */
export interface Timers {
  /** Runs `fn` after `ms`; the answer cancels it. `background` timers do not keep the process alive. */
  after(ms: number, fn: () => void, kind: "background" | "needed"): () => void;
}
