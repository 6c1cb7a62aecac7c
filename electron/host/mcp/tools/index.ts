export { describeTool, diffTools, type DescribedServer, type KnownTool } from "./describe.ts";
export { listAllTools, type ToolListing } from "./listTools.ts";
export { ToolNames } from "./names.ts";
