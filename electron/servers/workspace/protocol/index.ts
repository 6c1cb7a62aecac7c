export type { DecidedFile } from "./callMeta.ts";
export { defineTool } from "./defineTool.ts";
export { createDispatch, type Dispatch } from "./dispatch.ts";
export { assertPasses } from "./results.ts";
export { createServer } from "./server.ts";
export type { Hooks, Tool, ToolContext, ToolOutcome } from "./toolTypes.ts";
