import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  openEventLog,
  type LogOptions,
  type NewEvent,
  type OpenedLog,
} from "../../../electron/host/log/index.ts";
import type {
  CallId,
  ModelId,
  ServerId,
  SessionId,
  StepId,
  TurnId,
  WorkspaceId,
} from "../../../shared/contract/index.ts";
import { defaultLimits } from "../../../shared/contract/index.ts";
import type { EventBody, EventType } from "../../../shared/events/index.ts";

/** A fresh data folder, removed at the end of the test. */
export const dataFolder = (): { readonly dir: string; [Symbol.dispose](): void } => {
  const dir = mkdtempSync(join(tmpdir(), "loopwright-log-"));
  return { dir, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
};

/** Opens a log that must open. */
export const openLog = (dataDir: string, more: Partial<LogOptions> = {}): OpenedLog => {
  const opened = openEventLog({ dataDir, clock: { now: () => Date.now() }, ...more });
  if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`);
  return opened.value;
};

export const sessionA = "session-a" as SessionId;
export const sessionB = "session-b" as SessionId;

/** An event with its body tied to its type. */
export const event = <T extends EventType>(sessionId: SessionId, type: T, body: EventBody<T>): NewEvent => ({
  sessionId,
  type,
  body,
});

export const created = (sessionId: SessionId, title: string): NewEvent =>
  event(sessionId, "session.created", {
    workspaceId: "w1" as WorkspaceId,
    workspacePath: "/home/me/project",
    modelId: "m1" as ModelId,
    modelName: "demo",
    isDemo: true,
    title,
    limits: defaultLimits,
    policyMode: "default",
    systemPrompt: "You are an agent.",
  });

export const said = (sessionId: SessionId, text: string, turn = "t1"): NewEvent =>
  event(sessionId, "message.user", { turnId: turn as TurnId, text, attachments: [] });

/** A call with its result, as five events. */
export const called = (
  sessionId: SessionId,
  id: string,
  tool: string,
  severity: "L1" | "L2" | "L3",
  args: Record<string, unknown>,
  result: string,
): NewEvent[] => {
  const callId = id as CallId;
  return [
    event(sessionId, "call.proposed", {
      callId,
      stepId: "s1" as StepId,
      turnId: "t1" as TurnId,
      serverId: "srv" as ServerId,
      serverName: "workspace",
      tool,
      modelName: tool,
      arguments: args,
      argsHash: `sha256:${"a".repeat(64)}`,
    }),
    event(sessionId, "call.assessed", {
      callId,
      severity,
      rule: "table",
      reasons: ["because"],
      definitionHash: "d",
    }),
    event(sessionId, "call.decided", {
      callId,
      argsHash: `sha256:${"a".repeat(64)}`,
      decision: "allow",
      by: "person",
      rule: "asked",
    }),
    event(sessionId, "call.started", {
      callId,
      argsHash: `sha256:${"a".repeat(64)}`,
      requestId: id,
      timeoutMs: 1000,
      attempt: 1,
    }),
    event(sessionId, "call.completed", {
      callId,
      content: [{ type: "text", text: result }],
      text: result,
      preview: result.slice(0, 100),
      bytes: result.length,
      durationMs: 5,
    }),
  ];
};

/** Text that does not compress, so that its blob is as large as itself. */
export const noise = (chars: number, seed = 1): string => {
  let state = seed;
  let text = "";
  while (text.length < chars) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, chars);
};

/** What a promise or a function failed with. */
export const failureOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("expected a failure");
};

/** Searches until the index is up to date: on a busy machine a first answer may come before. */
export const searchAll = async (log: OpenedLog, text: string, sessionId?: SessionId) => {
  const request = { text, limit: 500, ...(sessionId === undefined ? {} : { sessionId }) };
  let page = await log.search(request);
  while (page.pending > 0) page = await log.search(request);
  return page.items;
};
