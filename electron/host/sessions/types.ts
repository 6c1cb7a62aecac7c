import type { SessionId } from "../../../shared/contract/index.ts";
import type { EventBody, EventType, LoggedEvent } from "../../../shared/events/index.ts";
import type { SessionState } from "../../../shared/session/index.ts";
import type { Durability } from "../log/index.ts";
import type { Seen } from "./seen.ts";
import type { Transcript } from "./transcript.ts";

/** An event to be appended to a known session. */
export type Draft = {
  readonly [T in EventType]: { readonly type: T; readonly body: EventBody<T> };
}[EventType];

/** A session that is open in the host: its folded state, its transcript, and the only way to add to it. */
export interface LiveSession {
  readonly id: SessionId;
  state(): SessionState;
  readonly transcript: Transcript;
  /** Which files the session has read or written, and what they held then. */
  readonly seen: Pick<Seen, "hashOf">;
  /** Commits the events in one transaction, in order, then updates state and transcript. Rejects with the log's error: then nothing was committed. */
  append(drafts: readonly Draft[], durability?: Durability): Promise<readonly LoggedEvent[]>;
  /** Whole events of this session from the log. */
  events(afterSeq?: number): Iterable<LoggedEvent>;
}

/** Ties a type to its body, so that a wrong pair does not compile. */
export const draft = <T extends EventType>(type: T, body: EventBody<T>): Draft =>
  ({ type, body }) as unknown as Draft;
