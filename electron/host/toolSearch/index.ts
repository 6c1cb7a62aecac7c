export { knownServers, type KnownServers } from "./findServers.ts";
export { LeftOut } from "./leftOut.ts";
export { offerTools } from "./toolSearch.ts";
