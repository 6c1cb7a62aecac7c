import type {
  Approval,
  CallId,
  JsonObject,
  SessionId,
  StepId,
  TurnId,
  WorkspaceId,
} from "../../shared/contract/index.ts";
import { defaultLimits } from "../../shared/contract/index.ts";
import type { LoggedEvent } from "../../shared/events/index.ts";
import { openEventLog } from "../../electron/host/log/index.ts";
import type { CallEnd } from "../../electron/host/loop/callTypes.ts";
import { execute, startedDraft } from "../../electron/host/loop/execute.ts";
import type { CallPorts } from "../../electron/host/loop/index.ts";
import { runCalls, type StepEnds } from "../../electron/host/loop/runCalls.ts";
import { checkArguments, type ServerManager } from "../../electron/host/mcp/index.ts";
import type { ModelReply } from "../../electron/host/models/index.ts";
import {
  argsHashOf,
  assessSafely,
  createApprovals,
  initCommandParser,
} from "../../electron/host/policy/index.ts";
import { randomId, systemClock } from "../../electron/host/ports.ts";
import { createRedactor } from "../../electron/host/secrets/index.ts";
import { createSessionStore, draft } from "../../electron/host/sessions/index.ts";

/** A call as a model asks for it. */
interface AskedTool {
  /** The name a model knows the tool by. */
  readonly name: string;
  readonly args: JsonObject;
}

/** The agent's own path for calls over a server manager, with a real log and without a model. */
export interface AuditedCalls {
  /** Runs the calls as one step's: check, assess, decide, intent, call, outcome. The ends stand in the order asked. */
  run(calls: readonly AskedTool[]): Promise<StepEnds["ends"]>;
  /** Runs one call with nothing round it but its intent and its outcome in the log, in two commits. */
  recorded(call: AskedTool): Promise<CallEnd>;
  /** Every event of the log so far. */
  events(): LoggedEvent[];
  /** True when no entry of the log was altered. */
  isWhole(): Promise<boolean>;
  close(): Promise<void>;
}

interface Where {
  readonly dataDir: string;
  readonly servers: ServerManager;
  readonly workspaceId: WorkspaceId;
  readonly workspacePath: string;
  /** False sends arguments that do not fit a schema too, which the product refuses before anything is sent. */
  readonly checksArguments?: boolean;
}

const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, isEstimated: true };

const replyOf = (calls: readonly AskedTool[]): ModelReply => ({
  text: "",
  reasoning: "",
  calls: calls.map(({ name, args }, at) => ({ id: String(at), name, argumentsText: JSON.stringify(args) })),
  finishReason: "tool_calls",
  usage,
  latencyMs: 0,
  firstTokenMs: 0,
});

/** Opens the path; a person who allows everything stands in front of it. */
export const openAuditedCalls = async (where: Where): Promise<AuditedCalls> => {
  const { dataDir, servers, workspaceId, workspacePath, checksArguments = true } = where;
  await initCommandParser();
  const redactor = createRedactor();
  const opened = openEventLog({ dataDir, clock: systemClock, redact: (value) => redactor.redact(value) });
  if (!opened.ok) throw new Error(opened.error.message);
  const log = opened.value;
  const session = createSessionStore(log).create("ses_audited" as SessionId);
  const named = { modelId: "none" as never, modelName: "none", isDemo: false, title: "audited calls" };
  const policy = { limits: defaultLimits, policyMode: "default" as const, systemPrompt: "" };
  await session.append([draft("session.created", { workspaceId, workspacePath, ...named, ...policy })]);
  const approvals = createApprovals({
    requested: ({ call, argsHash }: Approval) => {
      approvals.decide({ callId: call.callId, argsHash, decision: "allow" }).catch((error: unknown) => {
        throw error;
      });
    },
    resolved: () => undefined,
  });
  const ports: CallPorts = {
    session,
    tools: () => servers.tools(workspaceId),
    servers,
    validate: ({ inputSchema, serverId }, args) =>
      checksArguments
        ? checkArguments(inputSchema, args, serverId)
        : Promise.resolve({ problem: null, unchecked: null }),
    assess: assessSafely,
    approvals,
    clock: systemClock,
    newId: randomId,
    redact: (value) => redactor.redact(value),
    commandTimeoutMs: () => 120_000,
    autoApplies: () => false,
    turnOnAutoApply: () => Promise.resolve(),
  };
  return {
    run: async (asked) => {
      const step = { turnId: "turn_audited" as TurnId, stepId: randomId("step") as StepId };
      const answer = { text: "", reasoning: "", finishReason: "tool_calls" as const, usage };
      const cost = { costUsd: null, latencyMs: 0, firstTokenMs: 0 };
      const { ends } = await runCalls(
        ports,
        step,
        replyOf(asked),
        (calls) => draft("model.completed", { ...step, ...answer, ...cost, calls }),
        new AbortController().signal,
      );
      return ends;
    },
    recorded: async ({ name, args }) => {
      const entry = ports.tools().find(({ modelName }) => modelName === name);
      if (entry === undefined) throw new Error(`no server has the tool ${name}`);
      const ids = { turnId: "turn_audited" as TurnId, stepId: "step_recorded" as StepId };
      const callId = randomId("call") as CallId;
      const call = { ...ids, callId, entry, args, severity: "L1" as const, turnToRun: Promise.resolve() };
      const argsHash = argsHashOf(args);
      const allowed = { args, files: undefined, argsHash, severity: "L1" as const, note: "" };
      await session.append([startedDraft(call, allowed, 1)]);
      return execute(ports, call, allowed, new AbortController().signal);
    },
    events: () => [...session.events()],
    isWhole: async () => (await log.verify(session.id)).ok,
    close: () => log.close(),
  };
};
