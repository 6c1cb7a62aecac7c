export type { DecidedFile } from "./callMeta.ts";
export { defineTool } from "./defineTool.ts";
export { createDispatch, type Call, type Dispatch } from "./dispatch.ts";
export type { ChangeGuard, ChangeIntent, Intend } from "./guard.ts";
export { requireNetwork, requireProgram, requireShell, requireWrite } from "./permits.ts";
export {
  hashOfCall,
  isForLater,
  refuseOtherCall,
  slimResult,
  type IdentifiedCall,
  type Repeats,
} from "./repeats.ts";
export { assertPasses, resultFrom, resultFromError } from "./results.ts";
export { createScope, perScope, type Permits, type Scope } from "./scope.ts";
export { createServer } from "./server.ts";
export type { Hooks, Tool, ToolContext, ToolOutcome, ToolSet } from "./toolTypes.ts";
