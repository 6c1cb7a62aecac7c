export { hostTool, textResult } from "./hostTool.ts";
export { knownServers, type KnownServers } from "./findServers.ts";
export { LeftOut } from "./leftOut.ts";
export { offerTools, type OfferedTools } from "./toolSearch.ts";
