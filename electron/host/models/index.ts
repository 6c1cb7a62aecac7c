export { createModel } from "./createModel.ts";
export type { ModelDeps, Patience } from "./deps.ts";
export { refusedTool } from "./refusedTool.ts";
export { testModel } from "./testModel.ts";
export type * from "./types.ts";
