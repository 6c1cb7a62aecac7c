import type { CallId, StepId, TurnId } from "../../../shared/contract/index.ts";
import type { Call, SessionState, Step, Turn } from "../../../shared/session/index.ts";

import { unseenPaths } from "../session/index.ts";

/** The run that bars are drawn on: one turn. Times in milliseconds since 1970. */
export interface Scale {
  readonly from: number;
  readonly to: number;
}

/** One row of the timeline. */
export type Row =
  | { readonly kind: "step"; readonly step: Step; readonly number: number; readonly scale: Scale }
  | { readonly kind: "call"; readonly call: Call; readonly scale: Scale }
  | { readonly kind: "review"; readonly turnId: TurnId; readonly count: number };

const scaleOf = (turn: Turn | undefined, updatedAt: number): Scale => {
  const from = turn?.startedAt ?? 0;
  return { from, to: Math.max(from + 1, turn?.endedAt ?? updatedAt) };
};

/** All rows of a session: each step as a group row, then its calls in the order they were asked for; behind a turn the way to its review. */
export const timelineRows = (
  session: Pick<SessionState, "turns" | "steps" | "calls" | "updatedAt">,
): readonly Row[] => {
  const calls = new Map<CallId, Call>();
  for (const call of session.calls) calls.set(call.callId, call);
  const scales = new Map<TurnId, Scale>();
  for (const turn of session.turns) scales.set(turn.turnId, scaleOf(turn, session.updatedAt));
  const unseen = unseenPaths(session.calls);
  const lastSteps = new Map(
    session.turns.flatMap((turn) => (turn.endedAt === undefined ? [] : [[turn.stepIds.at(-1), turn.turnId]])),
  );
  const rows: Row[] = [];
  session.steps.forEach((step, at) => {
    const scale = scales.get(step.turnId) ?? scaleOf(undefined, session.updatedAt);
    rows.push({ kind: "step", step, number: at + 1, scale });
    for (const callId of step.callIds) {
      const call = calls.get(callId);
      if (call !== undefined) rows.push({ kind: "call", call, scale });
    }
    const count = lastSteps.get(step.stepId) === step.turnId ? unseen.get(step.turnId)?.length : undefined;
    if (count !== undefined) rows.push({ kind: "review", turnId: step.turnId, count });
  });
  return rows;
};

type RowSource = Parameters<typeof timelineRows>[0];

const made = new WeakMap<RowSource["calls"], { readonly from: RowSource; readonly rows: readonly Row[] }>();

/** {@link timelineRows}, made once for a state: a timeline that is opened again finds them as they were left. */
export const keptRows = (from: RowSource): readonly Row[] => {
  const { turns, steps, calls, updatedAt } = from;
  const kept = made.get(calls);
  if (kept?.from.turns === turns && kept.from.steps === steps && kept.from.updatedAt === updatedAt)
    return kept.rows;
  const rows = timelineRows(from);
  made.set(calls, { from: { turns, steps, calls, updatedAt }, rows });
  return rows;
};

/** The group row that `index` belongs to; itself when it is one. -1 before the first. */
export const groupAt = (rows: readonly Row[], index: number): number => {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at -= 1) if (rows[at]?.kind === "step") return at;
  return -1;
};

/** A stretch of a bar, as shares of the run between 0 and 1. */
export interface Stretch {
  readonly kind: "wait" | "run";
  readonly from: number;
  readonly to: number;
}

/** What a call did with its time: waiting for a person, then running. What still goes on reaches to the end of the scale. */
export const stretchesOf = (call: Call, scale: Scale): readonly Stretch[] => {
  const length = scale.to - scale.from;
  const share = (at: number): number => Math.min(1, Math.max(0, (at - scale.from) / length));
  const stretches: Stretch[] = [];
  const { askedAt, decidedAt, startedAt, endedAt } = call;
  if (askedAt !== undefined)
    stretches.push({ kind: "wait", from: share(askedAt), to: share(decidedAt ?? endedAt ?? scale.to) });
  if (startedAt !== undefined)
    stretches.push({ kind: "run", from: share(startedAt), to: share(endedAt ?? scale.to) });
  return stretches;
};

/** A time since the run's start as a clock shows it, `0:00.9`, `12:07`, `1:02:33`: short, aligned, the same in every language. */
export const clockSince = (ms: number): string => {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (h > 0) return `${h}:${two(m)}:${two(s)}`;
  return m >= 10 ? `${m}:${two(s)}` : `${m}:${two(s)}.${tenths % 10}`;
};

/** How long a call took in milliseconds, once it ran to an end. */
export const durationOf = (call: Call): number | undefined =>
  call.durationMs ??
  (call.startedAt !== undefined && call.endedAt !== undefined ? call.endedAt - call.startedAt : undefined);

/** How long a step took in milliseconds, its calls included; `undefined` while it goes on. */
export const stepDuration = (step: Step, calls: readonly Call[]): number | undefined => {
  if (step.completedAt === undefined) return undefined;
  if (calls.some((call) => call.endedAt === undefined)) return undefined;
  return calls.reduce((end, call) => Math.max(end, call.endedAt ?? 0), step.completedAt) - step.requestedAt;
};

/** Where a call's row stands; -1 when it has none. */
export const rowOf = (rows: readonly Row[], callId: CallId | undefined): number =>
  callId === undefined ? -1 : rows.findIndex((row) => row.kind === "call" && row.call.callId === callId);

/** Stable key of a row. */
export const rowKey = (row: Row): StepId | CallId | TurnId => {
  switch (row.kind) {
    case "step":
      return row.step.stepId;
    case "call":
      return row.call.callId;
    case "review":
      return row.turnId;
  }
};
