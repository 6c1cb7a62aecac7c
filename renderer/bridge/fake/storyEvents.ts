import type { AnyEvent, EventBody, EventType } from "../../../shared/events/index.ts";
import type {
  CallId,
  ModelId,
  ServerId,
  SessionId,
  StepId,
  TurnId,
  WorkspaceId,
} from "../../../shared/contract/index.ts";
import { defaultLimits } from "../../../shared/contract/defaultLimits.ts";

const before = `export function fibonacci(n) {\n  if (n < 2) return n;\n  return fibonacci(n - 1) + fibonacci(n - 2);\n}\n`;
const after = `export function fibonacci(n) {\n  let [a, b] = [0, 1];\n  for (let i = 0; i < n; i += 1) [a, b] = [b, a + b];\n  return a;\n}\n`;
const usage = {
  inputTokens: 1840,
  outputTokens: 96,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  isEstimated: false,
};
const hash = `sha256:${"3f7a".repeat(16)}`;
const step = (index: number) => ({ stepId: `step-${index}` as StepId, turnId: "turn-1" as TurnId });
const call = (name: string) => ({ callId: name as CallId });

/** Collects events with gapless numbers, each a while after the one before. */
const createWriter = (sessionId: SessionId, startAt: number) => {
  const events: AnyEvent[] = [];
  let at = startAt;
  const add = <T extends EventType>(type: T, body: EventBody<T>, afterMs = 40): void => {
    at += afterMs;
    events.push({
      sessionId,
      seq: events.length + 1,
      at,
      type,
      body,
      hash,
      bytes: JSON.stringify(body).length,
      isCut: false,
    });
  };
  return { events, add };
};

type Add = ReturnType<typeof createWriter>["add"];

const request = (add: Add, index: number): void =>
  add("model.requested", {
    ...step(index),
    index,
    modelId: "model-1" as ModelId,
    model: "demo",
    attempt: 1,
    messages: { keep: 0, add: [] },
    toolsHash: hash,
  });

const propose = (
  add: Add,
  id: string,
  index: number,
  tool: string,
  args: Record<string, unknown>,
  severity: "L1" | "L2" | "L3",
): void => {
  add("call.proposed", {
    ...call(id),
    ...step(index),
    serverId: "server-1" as ServerId,
    serverName: "workspace",
    tool,
    modelName: tool,
    arguments: args,
    argsHash: hash,
  });
  add(
    "call.assessed",
    { ...call(id), severity, rule: "default", reasons: [`${tool} is ${severity}`], definitionHash: hash },
    4,
  );
};

const run = (add: Add, id: string, text: string, durationMs: number): void => {
  add("call.decided", { ...call(id), argsHash: hash, decision: "allow", by: "policy", rule: "reads run" }, 3);
  add("call.started", { ...call(id), argsHash: hash, requestId: id, timeoutMs: 30_000, attempt: 1 }, 3);
  const body = {
    content: [{ type: "text", text }],
    text,
    preview: text.slice(0, 200),
    bytes: text.length * 31,
  };
  add("call.completed", { ...call(id), ...body, durationMs }, durationMs);
};

const say = (add: Add, index: number, text: string): void =>
  add(
    "model.completed",
    {
      ...step(index),
      text,
      reasoning: index === 1 ? "First see what is there, then change one function." : "",
      calls: [],
      finishReason: "tool_calls",
      usage,
      costUsd: 0.0021,
      latencyMs: 2100,
      firstTokenMs: 340,
    },
    2100,
  );

/** A session in the middle of its task: two files read, an edit that waits for a person. */
export const storySession = (sessionId: SessionId, title: string, startAt: number): readonly AnyEvent[] => {
  const { events, add } = createWriter(sessionId, startAt);
  add("session.created", {
    workspaceId: "ws-1" as WorkspaceId,
    workspacePath: "/home/ada/projects/fibonacci",
    modelId: "model-1" as ModelId,
    modelName: "Demo",
    isDemo: true,
    title,
    limits: defaultLimits,
    policyMode: "default",
    systemPrompt: "",
  });
  add(
    "message.user",
    { turnId: "turn-1" as TurnId, text: "Make fibonacci iterative and run the tests.", attachments: [] },
    900,
  );
  request(add, 1);
  say(add, 1, "I will look at the project first.");
  propose(add, "call-list", 1, "list_files", { path: "." }, "L1");
  propose(add, "call-read", 1, "read_file", { path: "main.mjs" }, "L1");
  run(add, "call-list", "main.mjs\nmain.test.mjs\npackage.json", 12);
  run(add, "call-read", before, 8);
  request(add, 2);
  say(
    add,
    2,
    "`fibonacci` calls itself twice, so it takes exponential time. A loop with two variables gives the same numbers:\n\n```js\nlet [a, b] = [0, 1];\n```\n\n- same results for every `n`\n- linear time",
  );
  propose(
    add,
    "call-edit",
    2,
    "edit_file",
    { path: "main.mjs", edits: [{ oldText: before, newText: after }] },
    "L2",
  );
  add("call.approvalRequested", {
    ...call("call-edit"),
    argsHash: hash,
    severity: "L2",
    files: [{ path: "main.mjs", baseHash: hash, before, after }],
    readBefore: ["main.mjs"],
  });
  return events;
};

/** The files of the edit that waits. */
export const storyFiles = [{ path: "main.mjs", baseHash: hash, before, after }];
