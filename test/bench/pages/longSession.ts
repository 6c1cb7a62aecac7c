import { createHash } from "node:crypto";
import { openEventLog, type NewEvent } from "../../../electron/host/log/index.ts";
import {
  defaultLimits,
  type CallId,
  type ModelId,
  type ServerId,
  type SessionId,
  type StepId,
  type TurnId,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import type { EventBody, EventType } from "../../../shared/events/index.ts";

/** Sessions that {@link writeSessions} leaves in a data folder, by their titles. */
export const titles = { long: "ten thousand calls", short: "one call" } as const;

const CALLS_A_STEP = 4;
const STEPS_A_TURN = 25;
const tools = ["read_file", "edit_file", "run_command", "search_code"] as const;
const usage = {
  inputTokens: 4000,
  outputTokens: 120,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  isEstimated: false,
};

const event = <T extends EventType>(sessionId: SessionId, type: T, body: EventBody<T>): NewEvent => ({
  sessionId,
  type,
  body,
});

const created = (sessionId: SessionId, title: string, folder: string): NewEvent =>
  event(sessionId, "session.created", {
    workspaceId: "ws_bench" as WorkspaceId,
    workspacePath: folder,
    modelId: "model_bench" as ModelId,
    modelName: "scripted",
    isDemo: false,
    title,
    limits: defaultLimits,
    policyMode: "default",
    systemPrompt: "You are a coding agent.",
  });

/** One whole call as the loop logs it: proposed, assessed, decided, started, completed. */
const callEvents = (sessionId: SessionId, turnId: TurnId, stepId: StepId, at: number): NewEvent[] => {
  const callId = `call_${at}` as CallId;
  const tool = tools[at % tools.length] ?? "read_file";
  const args = { path: `src/feature-${at % 97}/part-${at}.ts`, pattern: `compute${at * 7919}` };
  const argsHash = createHash("sha256").update(JSON.stringify(args)).digest("hex");
  const text =
    `${args.path}: 12 lines\n\nexport const value${at} = compute(${at * 7919}, "${args.path}");\n`.repeat(4);
  return [
    event(sessionId, "call.proposed", {
      callId,
      stepId,
      turnId,
      serverId: "srv_ws" as ServerId,
      serverName: "workspace",
      tool,
      modelName: tool,
      arguments: args,
      argsHash,
    }),
    event(sessionId, "call.assessed", {
      callId,
      severity: at % 4 === 2 ? "L3" : "L1",
      rule: "tool",
      reasons: ["read-only"],
      definitionHash: "0".repeat(64),
    }),
    event(sessionId, "call.decided", { callId, argsHash, decision: "allow", by: "policy", rule: "L1 runs" }),
    event(sessionId, "call.started", {
      callId,
      argsHash,
      requestId: `req_${at}`,
      timeoutMs: 60_000,
      attempt: 1,
    }),
    event(sessionId, "call.completed", {
      callId,
      content: [{ type: "text", text }],
      text,
      preview: text.slice(0, 120),
      bytes: text.length,
      durationMs: 3 + (at % 50),
    }),
  ];
};

const stepEvents = (sessionId: SessionId, turnId: TurnId, step: number, calls: number): NewEvent[] => {
  const stepId = `step_${sessionId}_${step}` as StepId;
  const first = step * CALLS_A_STEP;
  const asked = Array.from({ length: calls }, (_, n) => ({
    callId: `call_${first + n}` as CallId,
    name: "read_file",
    argumentsText: "{}",
  }));
  const model = { modelId: "model_bench" as ModelId, model: "scripted" };
  return [
    event(sessionId, "model.requested", {
      stepId,
      turnId,
      index: step % STEPS_A_TURN,
      ...model,
      attempt: 1,
      messages: { keep: 0, add: [] },
      toolsHash: "",
    }),
    event(sessionId, "model.completed", {
      stepId,
      turnId,
      text: step % 5 === 0 ? `Step ${step}: I look at the next parts.` : "",
      reasoning: "",
      calls: asked,
      finishReason: "tool_calls",
      usage,
      costUsd: null,
      latencyMs: 900,
      firstTokenMs: 200,
    }),
    ...Array.from({ length: calls }, (_, n) => callEvents(sessionId, turnId, stepId, first + n)).flat(),
  ];
};

const turnEvents = (sessionId: SessionId, turn: number, calls: number): NewEvent[] => {
  const turnId = `turn_${sessionId}_${turn}` as TurnId;
  const steps = Math.ceil(calls / CALLS_A_STEP);
  return [
    event(sessionId, "message.user", { turnId, text: `Part ${turn}: make it so.`, attachments: [] }),
    ...Array.from({ length: steps }, (_, n) =>
      stepEvents(
        sessionId,
        turnId,
        turn * STEPS_A_TURN + n,
        Math.min(CALLS_A_STEP, calls - n * CALLS_A_STEP),
      ),
    ).flat(),
    event(sessionId, "turn.ended", { turnId, reason: "answered" }),
  ];
};

/** Writes a session of 10,000 calls, and one of a single call that is the newest, through the product's own log. */
export const writeSessions = async (dataDir: string, folder: string, calls = 10_000): Promise<void> => {
  let now = Date.now() - 3_600_000;
  const opened = openEventLog({ dataDir, clock: { now: () => (now += 20) } });
  if (!opened.ok) throw new Error(opened.error.message);
  const log = opened.value;
  const long = "ses_long" as SessionId;
  const short = "ses_short" as SessionId;
  log.append([created(long, titles.long, folder)]);
  const aTurn = CALLS_A_STEP * STEPS_A_TURN;
  for (let turn = 0; turn * aTurn < calls; turn++)
    log.append(turnEvents(long, turn, Math.min(aTurn, calls - turn * aTurn)));
  log.append([created(short, titles.short, folder)]);
  log.append([...turnEvents(short, 0, 1)]);
  await log.close();
};
