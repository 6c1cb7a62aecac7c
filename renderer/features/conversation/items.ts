import type { CallId } from "../../../shared/contract/index.ts";
import type { Call, SessionState, Step, Turn } from "../../../shared/session/index.ts";

import { unseenPaths } from "../session/index.ts";

/** One block of a conversation, top to bottom. */
export type Item =
  | { readonly kind: "message"; readonly key: string; readonly turn: Turn }
  | { readonly kind: "step"; readonly key: string; readonly step: Step; readonly calls: readonly Call[] }
  | {
      readonly kind: "review";
      readonly key: string;
      readonly turn: Turn;
      /** Grows with every change of a file in the session: what can still be reverted may have changed with it. */
      readonly changes: number;
    }
  | { readonly kind: "end"; readonly key: string; readonly turn: Turn; readonly isLast: boolean };

/** Whether a turn's end says something the reader needs: an answer speaks for itself. */
const endsLoudly = (turn: Turn): boolean => turn.reason !== undefined && turn.reason !== "answered";

/** A session as blocks: each message, its steps, the review of what changed by itself, and how the turn ended where it did not end with an answer. */
export const conversationItems = (
  session: Pick<SessionState, "turns" | "steps" | "calls">,
): readonly Item[] => {
  const calls = new Map<CallId, Call>();
  for (const call of session.calls) calls.set(call.callId, call);
  const steps = new Map(session.steps.map((step) => [step.stepId, step]));
  const unseen = unseenPaths(session.calls);
  const changes = session.calls.reduce((sum, call) => sum + call.changed.length, 0);
  const items: Item[] = [];
  session.turns.forEach((turn, at) => {
    items.push({ kind: "message", key: `m ${turn.turnId}`, turn });
    for (const stepId of turn.stepIds) {
      const step = steps.get(stepId);
      if (step === undefined) continue;
      const own = step.callIds.map((callId) => calls.get(callId)).filter((call) => call !== undefined);
      items.push({ kind: "step", key: `s ${stepId}`, step, calls: own });
    }
    if (turn.endedAt !== undefined && unseen.has(turn.turnId))
      items.push({ kind: "review", key: `r ${turn.turnId}`, turn, changes });
    if (endsLoudly(turn))
      items.push({ kind: "end", key: `e ${turn.turnId}`, turn, isLast: at === session.turns.length - 1 });
  });
  return items;
};

const settled: ReadonlySet<Call["state"]> = new Set([
  "completed",
  "failed",
  "denied",
  "cancelled",
  "interrupted",
  "outcomeUnknown",
]);

/** Whether nothing of these calls goes on any more. */
export const areSettled = (calls: readonly Call[]): boolean => calls.every((call) => settled.has(call.state));

/** What a folded line says of its calls. */
export interface CallsSummary {
  readonly count: number;
  /** From the first start to the last end, in milliseconds; `undefined` when none ran. */
  readonly ms: number | undefined;
  readonly failed: number;
  readonly denied: number;
}

/** Sums calls up for the line they fold into. */
export const summariseCalls = (calls: readonly Call[]): CallsSummary => {
  const starts = calls.flatMap((call) => (call.startedAt === undefined ? [] : [call.startedAt]));
  const ends = calls.flatMap((call) =>
    call.startedAt === undefined || call.endedAt === undefined ? [] : [call.endedAt],
  );
  const ms =
    starts.length === 0 || ends.length === 0
      ? undefined
      : ends.reduce((a, b) => Math.max(a, b)) - starts.reduce((a, b) => Math.min(a, b));
  return {
    count: calls.length,
    ms,
    failed: calls.filter(
      (call) => call.state === "failed" || call.state === "outcomeUnknown" || call.state === "interrupted",
    ).length,
    denied: calls.filter((call) => call.state === "denied").length,
  };
};
