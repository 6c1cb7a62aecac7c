import type {
  HostInfo,
  ModelId,
  ModelInfo,
  ServerId,
  ServerInfo,
  Settings,
  ToolInfo,
} from "../../../shared/contract/index.ts";
import { defaultLimits } from "../../../shared/contract/defaultLimits.ts";
import type { Answer } from "../types.ts";

const tool = (name: string, severity: ToolInfo["severity"], description: string): ToolInfo => ({
  name,
  modelName: name,
  description,
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  severity,
  timeoutMs: 30_000,
  definitionHash: `sha256:${"9c".repeat(32)}`,
  isEnabled: true,
});

/** Servers in every state a card can show. */
export const storyServers = (now: number): ServerInfo[] => {
  const base = { isBundled: false, isTrusted: false, stateAt: now - 120_000, tools: [], restarts: 0 };
  return [
    {
      ...base,
      serverId: "server-1" as ServerId,
      name: "workspace",
      transport: { kind: "bundled", name: "workspace" },
      isBundled: true,
      isTrusted: true,
      state: "ready",
      pid: 4120,
      startedAt: now - 120_000,
      protocolVersion: "2025-06-18",
      serverVersion: "0.1.0",
      tools: [
        tool("read_file", "L1", "Reads a file of the workspace."),
        tool("list_files", "L1", "Lists files and folders."),
        tool("edit_file", "L2", "Replaces text in a file."),
        tool("run_command", "L3", "Runs a command in the workspace."),
      ],
    },
    {
      ...base,
      serverId: "server-2" as ServerId,
      name: "github",
      transport: {
        kind: "stdio",
        command: "npx",
        args: ["-y", "@modelcontextprotocol/server-github"],
        env: { GITHUB_TOKEN: "" },
      },
      state: "failed",
      restarts: 3,
      lastError: {
        code: "unreachable",
        message: "The program npx was not found. Install Node.js, or type the whole path of the program.",
        detail: "spawn npx ENOENT",
      },
    },
    {
      ...base,
      serverId: "server-3" as ServerId,
      name: "memory",
      transport: {
        kind: "stdio",
        command: "node",
        args: ["server-memory.mjs", "--file", "notes with spaces.json"],
      },
      state: "stopped",
    },
    {
      ...base,
      serverId: "server-4" as ServerId,
      name: "search",
      transport: { kind: "stdio", command: "uvx", args: ["search-server"] },
      state: "starting",
    },
  ];
};

/** A demonstration, a local model and one behind a key. */
export const storyModels = (): ModelInfo[] => [
  { modelId: "model-1" as ModelId, kind: "demo", name: "Demo", key: "none", isDemo: true },
  {
    modelId: "model-2" as ModelId,
    kind: "openai-compatible",
    name: "Qwen3 Coder",
    baseUrl: "http://localhost:11434/v1",
    model: "qwen3-coder",
    contextWindow: 32_768,
    key: "none",
    isDemo: false,
  },
  {
    modelId: "model-3" as ModelId,
    kind: "openai-compatible",
    name: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    model: "deepseek/deepseek-chat",
    key: "memory",
    isDemo: false,
  },
];

export const storySettings = (): Settings => ({
  limits: defaultLimits,
  policyMode: "default",
  commandTimeoutMs: 120_000,
  sandbox: "auto",
  registryUrl: "https://registry.modelcontextprotocol.io",
});

/** Answers about app and host; a failing story has a damaged log and a host that restarts. */
export const storyInfo = (query: URLSearchParams, now: number, isFailing: boolean) => ({
  "app.info": (): Answer<"app.info"> => ({
    version: "0.1.0",
    electron: "45.5.0",
    platform: "linux",
    isPackaged: false,
    keyStore: "memory",
    keyStoreName: "",
    host: { state: isFailing ? "restarting" : "ready", at: now, restarts: 0 },
    appearance: {
      theme: (query.get("theme") ?? "light") as "light",
      language: query.get("language") === "zh-CN" ? "zh-CN" : "en",
    },
    resolvedLanguage: query.get("language") === "zh-CN" ? "zh-CN" : "en",
  }),
  "host.info": (): HostInfo => ({
    version: "0.1.0",
    node: "24.21.0",
    pid: 4100,
    dataDir: "/home/ada/.config/Loopwright",
    keyStore: "memory",
    ...(isFailing
      ? {
          logProblem: {
            kind: "damaged" as const,
            message: "database disk image is malformed",
            keptAt: "/home/ada/.config/Loopwright/log.damaged-1.db",
          },
        }
      : {}),
  }),
});
