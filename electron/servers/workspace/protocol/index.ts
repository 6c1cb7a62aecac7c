export type { DecidedFile } from "./callMeta.ts";
export { defineTool } from "./defineTool.ts";
export { createDispatch, type Dispatch } from "./dispatch.ts";
export { requireProgram, requireShell, requireWrite } from "./permits.ts";
export { assertPasses } from "./results.ts";
export { createScope, perScope, type Permits, type Scope } from "./scope.ts";
export { createServer } from "./server.ts";
export type { Hooks, Tool, ToolContext, ToolOutcome, ToolSet } from "./toolTypes.ts";
