import { z } from "zod";
import { Millis, SessionId } from "../contract/ids.ts";
import { eventTypes, type EventBody, type EventType } from "./bodies.ts";

/**
 * One entry of the log as it travels: `seq` counts from 1 without gaps in its session, `hash` is the chain's value at this
 * entry. `isCut` says that long strings in `body` were shortened for travel; `event.read` gives the whole.
 */
export const AnyEvent = z.strictObject({
  sessionId: SessionId,
  seq: z.int().positive(),
  at: Millis,
  type: z.enum(eventTypes as [EventType, ...EventType[]]),
  body: z.record(z.string(), z.unknown()),
  hash: z.string(),
  bytes: z.int(),
  isCut: z.boolean(),
});
export type AnyEvent = z.infer<typeof AnyEvent>;

/** The same entry with type and body tied together, for a `switch` that narrows. */
export type LoggedEvent = {
  readonly [T in EventType]: Omit<AnyEvent, "type" | "body"> & {
    readonly type: T;
    readonly body: EventBody<T>;
  };
}[EventType];

/** Views an event that came from our own log as the narrowed union; the log is the only writer, so no second parse. */
export const asLogged = (event: AnyEvent): LoggedEvent => event as unknown as LoggedEvent;
