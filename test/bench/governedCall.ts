import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { SessionId, StepId, TurnId, WorkspaceId } from "../../shared/contract/index.ts";
import { defaultLimits } from "../../shared/contract/index.ts";
import { openEventLog } from "../../electron/host/log/index.ts";
import { runCalls } from "../../electron/host/loop/runCalls.ts";
import type { TurnPorts } from "../../electron/host/loop/index.ts";
import { createServerManager, argumentsMisfit } from "../../electron/host/mcp/index.ts";
import type { ModelReply } from "../../electron/host/models/index.ts";
import { assessSafely, createApprovals, initCommandParser } from "../../electron/host/policy/index.ts";
import { randomId, systemClock } from "../../electron/host/ports.ts";
import { createRedactor } from "../../electron/host/secrets/index.ts";
import { createSessionStore, draft } from "../../electron/host/sessions/index.ts";
import { median, pairedRatio, pairedRounds, type BenchResult, type BenchRow } from "./types.ts";

const server = path.resolve(import.meta.dirname, "../../electron/servers/workspace/main.ts");
const ROUNDS = 9;
const CALLS = 150;

const rawClient = async (root: string): Promise<Client> => {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [server, "--root", root], stderr: "ignore" }),
  );
  return client;
};

const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, isEstimated: true };

const replyFor = (file: string): ModelReply => ({
  text: "",
  reasoning: "",
  calls: [{ id: "1", name: "read_file", argumentsText: JSON.stringify({ path: file }) }],
  finishReason: "tool_calls",
  usage,
  latencyMs: 0,
  firstTokenMs: 0,
});

/** The product's whole path for one call: parse, validate, assess, decide, intent in the log, the call, outcome in the log. */
const governed = async (root: string, dataDir: string) => {
  await initCommandParser();
  const redactor = createRedactor();
  const opened = openEventLog({ dataDir, clock: systemClock, redact: (value) => redactor.redact(value) });
  if (!opened.ok) throw new Error(opened.error.message);
  const log = opened.value;
  const store = createSessionStore(log);
  const workspaceId = "ws_bench" as WorkspaceId;
  const session = store.create("ses_bench" as SessionId);
  const servers = createServerManager({
    dataDir,
    version: "bench",
    store: { get: () => undefined, set: () => undefined },
    secrets: { put: () => Promise.resolve("memory"), get: () => Promise.resolve(null) },
    children: { started: () => undefined, ended: () => undefined },
    clock: systemClock,
    newId: randomId,
    resources: {
      nodePath: process.execPath,
      workspaceServer: { command: process.execPath, args: (folder) => [server, "--root", folder] },
    },
    pathEnv: () => Promise.resolve(process.env["PATH"] ?? ""),
    onEvent: () => undefined,
  });
  const ready = await servers.openWorkspace(workspaceId, root);
  if (!ready.ok) throw new Error(ready.error.message);
  await session.append([
    draft("session.created", {
      workspaceId,
      workspacePath: root,
      modelId: "m" as never,
      modelName: "m",
      isDemo: false,
      title: "bench",
      limits: defaultLimits,
      policyMode: "default",
      systemPrompt: "",
    }),
  ]);
  const ports: TurnPorts = {
    session,
    model: {
      definition: { kind: "demo", name: "bench" },
      complete: () => Promise.reject(new Error("not asked in this bench")),
    },
    price: undefined,
    tools: () => servers.tools(workspaceId),
    servers,
    validate: ({ inputSchema, serverId }, args) => argumentsMisfit(inputSchema, args, serverId),
    assess: assessSafely,
    approvals: createApprovals({ requested: () => undefined, resolved: () => undefined }),
    clock: systemClock,
    newId: randomId,
    onDelta: () => undefined,
    redact: (value) => redactor.redact(value),
    commandTimeoutMs: () => 120_000,
    autoApplies: () => false,
    turnOnAutoApply: () => Promise.resolve(),
  };
  const call = async (file: string): Promise<void> => {
    const reply = replyFor(file);
    const step = { turnId: "turn_bench" as TurnId, stepId: randomId("step") as StepId };
    const { ends } = await runCalls(
      ports,
      step,
      reply,
      (calls) =>
        draft("model.completed", {
          ...step,
          text: "",
          reasoning: "",
          calls,
          finishReason: "tool_calls",
          usage,
          costUsd: null,
          latencyMs: 0,
          firstTokenMs: 0,
        }),
      new AbortController().signal,
    );
    if (ends[0]?.end !== "completed") throw new Error(`the governed call ended as ${String(ends[0]?.end)}`);
  };
  return {
    call,
    close: async () => {
      await servers.close();
      await log.close();
    },
  };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  for (let at = 0; at < CALLS; at++) await work();
  return ((performance.now() - startedAt) * 1000) / CALLS;
};

/** A tool call through loop, policy and log against the raw SDK, both on the bundled workspace server, which really reads the file. */
export const run = async (): Promise<BenchResult> => {
  const folder = mkdtempSync(path.join(tmpdir(), "loopwright-bench-"));
  const root = path.join(folder, "ws");
  const rows: BenchRow[] = [];
  mkdirSync(root);
  writeFileSync(path.join(root, "1.txt"), "x".repeat(60).concat("\n").repeat(15));
  writeFileSync(path.join(root, "30.txt"), "x".repeat(60).concat("\n").repeat(440));
  const raw = await rawClient(root);
  const ours = await governed(root, path.join(folder, "data"));
  try {
    for (const [label, file] of [
      ["1 KB", "1.txt"],
      ["30 KB", "30.txt"],
    ] as const) {
      const byRaw = () => raw.callTool({ name: "read_file", arguments: { path: file } });
      const byUs = () => ours.call(file);
      await timed(byRaw);
      await timed(byUs);
      const times = await pairedRounds(ROUNDS, { raw: () => timed(byRaw), ours: () => timed(byUs) });
      const ratio = pairedRatio(times["ours"] ?? [], times["raw"] ?? []);
      rows.push({ label: `raw SDK call, ${label}`, value: median(times["raw"] ?? []), unit: "µs" });
      rows.push({
        label: `governed and audited call, ${label}`,
        value: median(times["ours"] ?? []),
        unit: "µs",
        ratio,
        goal: "≤ 1.10",
        met: ratio <= 1.1,
      });
    }
  } finally {
    await raw.close();
    await ours.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { name: "governedCall", rows };
};
