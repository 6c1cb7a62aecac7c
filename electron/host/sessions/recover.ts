import type { TurnId } from "../../../shared/contract/index.ts";
import { isInBackground, type Call } from "../../../shared/session/index.ts";
import { draft, type Draft, type LiveSession } from "./types.ts";

const ranText =
  "The app was closed or its host died while this call ran. Its outcome is not known: it may have taken effect in part. Check the state before you go on.";
const notRunText = "The app was closed or its host died before this call ran. It did not run.";

const closeCall = (call: Call): Draft => {
  const text = call.state === "running" ? ranText : notRunText;
  return draft("call.failed", {
    callId: call.callId,
    outcome: "interrupted",
    code: "interrupted",
    content: [],
    text,
    preview: text,
    bytes: 0,
    durationMs: null,
  });
};

/** What is left open in a session that a dead host left behind. */
export interface Recovered {
  readonly interruptedCalls: number;
  /** The turn to take up again, because a call of it still waits for a person. */
  readonly resume: TurnId | null;
}

/**
 * Closes what a dead host left open (design §4 a): started and undecided calls become `interrupted`, a turn in which nothing waits for a person
 * ends as `interrupted`; a waiting call goes on waiting. Afterwards the next model request is valid whatever happened.
 */
export const recoverSession = async (session: LiveSession): Promise<Recovered> => {
  const state = session.state();
  const turn = state.turns.find((item) => item.endedAt === undefined);
  const left = state.calls.filter((call) => call.turnId !== turn?.turnId && isInBackground(call));
  if (!turn) {
    if (left.length > 0) await session.append(left.map(closeCall));
    return { interruptedCalls: left.length, resume: null };
  }
  const calls = state.calls.filter((call) => call.turnId === turn.turnId);
  const waiting = calls.filter((call) => call.state === "awaitingApproval");
  // Whoever made a call by hand does not wait for it any more.
  const isWaiting = state.byHand === undefined && waiting.length > 0;
  const open = [
    ...left,
    ...calls.filter((call) => call.state === "running" || call.state === "proposed"),
    ...(isWaiting ? [] : waiting),
  ];
  const drafts = open.map(closeCall);
  if (!isWaiting) drafts.push(draft("turn.ended", { turnId: turn.turnId, reason: "interrupted" }));
  if (drafts.length > 0) await session.append(drafts);
  return { interruptedCalls: open.length, resume: isWaiting ? turn.turnId : null };
};
