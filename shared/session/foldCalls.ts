import type { EventType } from "../events/bodies.ts";
import type { LoggedEvent } from "../events/event.ts";
import { clipDeep } from "../text/clip.ts";
import type { CallId } from "../contract/ids.ts";
import type { Draft } from "./draft.ts";
import type { Call } from "./state.ts";

/** The events that belong to one call, by their shared `callId`. */
export type CallEvent = Extract<LoggedEvent, { body: { callId: CallId } }>;

const callTypes: ReadonlySet<EventType> = new Set([
  "call.proposed",
  "call.assessed",
  "call.approvalRequested",
  "call.decided",
  "call.started",
  "call.progressed",
  "call.backgrounded",
  "call.completed",
  "call.failed",
  "file.changed",
]);

/** Tells call events apart. */
export const isCallEvent = (event: LoggedEvent): event is CallEvent => callTypes.has(event.type);

const propose = (draft: Draft, event: Extract<LoggedEvent, { type: "call.proposed" }>): void => {
  const { callId, stepId, turnId, serverId, serverName, tool, modelName, argsHash } = event.body;
  draft.callAt.set(callId, draft.calls.length);
  draft.calls.push({
    callId,
    stepId,
    turnId,
    serverId,
    serverName,
    tool,
    modelName,
    argsHash,
    sessionId: event.sessionId,
    arguments: clipDeep(event.body.arguments) as Call["arguments"],
    severity: null,
    reasons: [],
    state: "proposed",
    proposedAt: event.at,
    changed: [],
  });
  const at = draft.stepAt.get(stepId);
  const step = at === undefined ? undefined : draft.steps[at];
  if (at !== undefined && step) draft.steps[at] = { ...step, callIds: [...step.callIds, callId] };
};

const decided = (event: Extract<LoggedEvent, { type: "call.decided" }>): Partial<Call> => {
  const { decision, by, rule, reason, argsHash } = event.body;
  const denied = decision === "deny";
  return {
    decision,
    decidedBy: by,
    rule,
    decidedAt: event.at,
    argsHash,
    state: denied ? "denied" : "proposed",
    ...(denied ? { endedAt: event.at } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(event.body.arguments === undefined
      ? {}
      : { arguments: clipDeep(event.body.arguments) as Call["arguments"] }),
  };
};

const ended = (event: Extract<LoggedEvent, { type: "call.completed" | "call.failed" }>): Partial<Call> => {
  const { preview, bytes, durationMs } = event.body;
  const failed = event.type === "call.failed";
  return {
    state: failed ? event.body.outcome : "completed",
    endedAt: event.at,
    preview,
    bytes,
    ...(durationMs === null ? {} : { durationMs }),
    ...(failed ? { errorCode: event.body.code } : {}),
  };
};

const changeOf = (call: Call, event: CallEvent): Partial<Call> => {
  switch (event.type) {
    case "call.proposed":
      return {};
    case "call.assessed":
      return { severity: event.body.severity, reasons: event.body.reasons };
    case "call.approvalRequested":
      return { state: "awaitingApproval", askedAt: event.at, argsHash: event.body.argsHash };
    case "call.decided":
      return decided(event);
    case "call.started":
      return { state: "running", startedAt: event.at };
    case "call.progressed": {
      const { progress, total, message } = event.body;
      return {
        progress: {
          progress,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message }),
        },
      };
    }
    case "call.backgrounded":
      return { backgroundedAt: event.at };
    case "call.completed":
    case "call.failed":
      return ended(event);
    case "file.changed": {
      const { path, linesAdded, linesRemoved } = event.body;
      return { changed: [...call.changed, { path, linesAdded, linesRemoved }] };
    }
  }
};

/** Applies a call's event to the draft. An event of an unknown call changes nothing. */
export const applyCallEvent = (draft: Draft, event: CallEvent): void => {
  if (event.type === "call.proposed") {
    propose(draft, event);
    return;
  }
  const at = draft.callAt.get(event.body.callId);
  const call = at === undefined ? undefined : draft.calls[at];
  if (at !== undefined && call) draft.calls[at] = { ...call, ...changeOf(call, event) };
};
