import { z } from "zod";
import { AnyEvent } from "../events/event.ts";
import { Failure } from "./errors.ts";
import { CallId, Millis, ServerId, SessionId, StepId } from "./ids.ts";
import { Approval } from "./requests.ts";
import { ServerAsk } from "./serverAsks.ts";
import { ServerInfo, ServerLogLine } from "./servers.ts";
import { TeamInfo } from "./team.ts";

/**
 * Everything the host tells without being asked (design §3). `session.event` comes once per log entry, after its commit, in
 * order; `session.delta` carries what streams between entries, coalesced to at most 60 a second per session.
 */
export const events = {
  "session.event": AnyEvent,
  "session.delta": z.strictObject({
    sessionId: SessionId,
    stepId: StepId,
    /** Characters of `text` and `reasoning` before this piece, so that a page that joined late can tell a gap. */
    offset: z.int().nonnegative(),
    reasoningOffset: z.int().nonnegative(),
    text: z.string(),
    reasoning: z.string(),
    /** Names of the calls that are being written, with how many characters of arguments so far. */
    calls: z.array(z.strictObject({ name: z.string(), argumentChars: z.int() })),
  }),
  "approval.requested": Approval,
  "approval.resolved": z.strictObject({
    callId: CallId,
    sessionId: SessionId,
    decision: z.enum(["allow", "deny", "allowEdited", "withdrawn"]),
  }),
  "server.changed": z.strictObject({ server: ServerInfo.optional(), removed: ServerId.optional() }),
  "server.logged": z.strictObject({ serverId: ServerId, lines: z.array(ServerLogLine) }),
  "server.resourceUpdated": z.strictObject({ serverId: ServerId, uri: z.string() }),
  "team.changed": z.strictObject({ team: TeamInfo.optional(), removed: ServerId.optional() }),
  "team.logged": z.strictObject({ teamId: ServerId, lines: z.array(ServerLogLine) }),
  /** A server asks something of the person, or what it asked has changed. */
  "serverAsk.requested": ServerAsk,
  "serverAsk.resolved": z.strictObject({ askId: z.string(), serverId: ServerId }),
  "app.notice": z.strictObject({
    level: z.enum(["info", "warning", "error"]),
    at: Millis,
    notice: Failure,
    sessionId: SessionId.optional(),
  }),
} as const;

export type EventName = keyof typeof events;
export type EventData<N extends EventName> = z.infer<(typeof events)[N]>;
