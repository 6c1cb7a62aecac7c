import {
  fail,
  type Failure,
  type StepId,
  type StopReason,
  type TurnId,
} from "../../../shared/contract/index.ts";
import type { ChatMessage, ToolSpec } from "../../../shared/events/index.ts";
import { modelSchema, type ToolEntry } from "../mcp/index.ts";
import type { ModelReply } from "../models/index.ts";
import { draft } from "../sessions/index.ts";
import { askModel, costOf } from "./askModel.ts";
import { createStreaks, limitReached, type Streaks } from "./limits.ts";
import { resumeCalls } from "./resume.ts";
import { runCalls } from "./runCalls.ts";
import type { RunningTurn, TurnPorts } from "./types.ts";

interface End {
  readonly reason: StopReason;
  readonly error?: Failure;
}

const specOf = ({ modelName, description, inputSchema }: ToolEntry): ToolSpec => {
  const { schema, rule } = modelSchema(inputSchema);
  return {
    name: modelName,
    description: rule === "" ? description : `${description}\n\n${rule}`.trim(),
    inputSchema: schema,
  };
};

const estimateTokens = (messages: readonly ChatMessage[]): number =>
  Math.ceil(messages.reduce((sum, message) => sum + message.content.length, 0) / 4);

const useOf = (
  ports: TurnPorts,
  turnId: TurnId,
  messages: readonly ChatMessage[],
  streaks: Streaks,
): Parameters<typeof limitReached>[1] => {
  const state = ports.session.state();
  const steps = state.steps.filter((step) => step.turnId === turnId);
  const calls = state.calls.filter((call) => call.turnId === turnId);
  const startedAt = state.turns.find((turn) => turn.turnId === turnId)?.startedAt ?? ports.clock.now();
  const waited = calls.reduce(
    (sum, call) =>
      sum + (call.askedAt === undefined ? 0 : (call.decidedAt ?? ports.clock.now()) - call.askedAt),
    0,
  );
  const nextTokens = estimateTokens(messages);
  return {
    steps: steps.length,
    tokens: steps.reduce(
      (sum, step) => sum + (step.usage ? step.usage.inputTokens + step.usage.outputTokens : 0),
      0,
    ),
    costUsd: steps.reduce((sum, step) => sum + (step.costUsd ?? 0), 0),
    wallMs: ports.clock.now() - startedAt - waited,
    repeats: streaks.repeats,
    failures: streaks.failures,
    nextTokens,
    nextCostUsd: ports.price ? (nextTokens * ports.price.input) / 1_000_000 : 0,
  };
};

const limitMessage = (reason: StopReason): Failure => {
  const said: Partial<Record<StopReason, string>> = {
    repeatedCall:
      "The agent asked for the same call again and again, so the turn was stopped. Tell it what to do differently, or send “continue”.",
    tooManyFailures:
      "Too many calls failed in a row, so the turn was stopped. Look at the last error, then tell the agent how to go on.",
    maxSteps:
      "The turn reached its step limit. Send “continue” to go on, or raise the limit in the settings.",
    tokenBudget:
      "The next model call would pass the token budget. Raise the budget, or send a narrower task.",
    costBudget: "The next model call would pass the cost budget. Raise the budget, or send a narrower task.",
    timeBudget: "The turn reached its time budget. Send “continue” to go on, or raise the budget.",
  };
  return fail("limitReached", said[reason] ?? "The turn was stopped.", { key: `stop.${reason}` }).error;
};

const finish = async (
  ports: TurnPorts,
  step: { turnId: TurnId; stepId: StepId },
  reply: ModelReply,
  signal: AbortSignal,
  streaks: Streaks,
): Promise<End | null> => {
  const { text, reasoning } = ports.redact({ text: reply.text, reasoning: reply.reasoning });
  const body = {
    ...step,
    text,
    reasoning,
    finishReason: reply.finishReason,
    usage: reply.usage,
    costUsd: costOf(reply.usage, ports.price),
    latencyMs: Math.round(reply.latencyMs),
    firstTokenMs: reply.firstTokenMs === null ? null : Math.round(reply.firstTokenMs),
  };
  if (reply.calls.length === 0) {
    await ports.session.append([draft("model.completed", { ...body, calls: [] })]);
    return { reason: "answered" };
  }
  const { ends } = await runCalls(
    ports,
    step,
    reply,
    (calls) => draft("model.completed", { ...body, calls: ports.redact(calls) }),
    signal,
  );
  for (const { key, end } of ends) {
    streaks.asked(key);
    if (end !== "denied") streaks.ended(end === "failed");
  }
  return signal.aborted ? { reason: "stopped" } : null;
};

const loop = async (ports: TurnPorts, turnId: TurnId, signal: AbortSignal): Promise<End> => {
  const streaks = createStreaks();
  await resumeCalls(ports, turnId, signal);
  for (
    let index = ports.session.state().steps.filter((step) => step.turnId === turnId).length + 1;
    ;
    index++
  ) {
    if (signal.aborted) return { reason: "stopped" };
    const messages = ports.session.transcript.messages();
    const { limits } = ports.session.state();
    const reached = limitReached(limits, useOf(ports, turnId, messages, streaks));
    if (reached) return { reason: reached, error: limitMessage(reached) };
    const step = { turnId, stepId: ports.newId("step") as StepId };
    const asked = await askModel(ports, { ...step, index }, messages, ports.tools().map(specOf), signal);
    if (asked.kind === "stopped") return { reason: "stopped" };
    if (asked.kind === "failed") return { reason: "modelFailed", error: asked.failure.error };
    const end = await finish(ports, step, asked.reply, signal, streaks);
    if (end) return end;
  }
};

const endTurn = async (ports: TurnPorts, turnId: TurnId, end: End): Promise<Failure | null> => {
  try {
    await ports.session.append([
      draft("turn.ended", { turnId, reason: end.reason, ...(end.error ? { error: end.error } : {}) }),
    ]);
    return null;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const what =
      "The turn ended, but its end could not be written to the log. Make room on the disk, then restart the app: the session will show it as interrupted.";
    return fail("resourceExhausted", what, { key: "logNotWritable", detail }).error;
  }
};

/** Runs a turn whose `message.user` is in the log, or takes one up again whose calls still wait for a person. */
export const startTurn = (ports: TurnPorts, turnId: TurnId): RunningTurn => {
  const stop = new AbortController();
  const run = async (): Promise<{ failure: Failure | null }> => {
    let end: End;
    try {
      end = await loop(ports, turnId, stop.signal);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const what =
        "The turn stopped because of a fault on our side or because the log could not be written. Nothing that was not logged was run; send “continue” to go on.";
      end = { reason: "anomaly", error: fail("internal", what, { key: "turnBroke", detail }).error };
    }
    return { failure: await endTurn(ports, turnId, end) };
  };
  return {
    turnId,
    stop: () => {
      stop.abort();
    },
    ended: run(),
  };
};
