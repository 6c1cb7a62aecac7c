export { createLoginPath, SHIPPED_NODE } from "./launch/index.ts";
export { configHashOf, withoutValues } from "./definitions/index.ts";
export { toolTokens } from "./inspect/index.ts";
export { createServerManager } from "./manager.ts";
export { networkReason } from "./networkReason.ts";
export type {
  ChildWatch,
  DefinitionStore,
  ManagerPorts,
  Resources,
  SecretStore,
  ServerEventType,
  ServerLimits,
} from "./ports.ts";
export type { AskAnswer, ServerAsks, ServerRoot } from "./asks.ts";
export { ChildBook, reapLeftovers } from "./process/index.ts";
export { argumentsMisfit, checkArguments, modelSchema, type ArgumentCheck } from "./schema/index.ts";
export type {
  CallOptions,
  ListedTool,
  McpConnection,
  OfferMethod,
  ServerHello,
  ServerManager,
  ToolEntry,
  ToolResult,
} from "./types.ts";
