export { knownServers, type KnownServers } from "./findServers.ts";
export { offerTools } from "./toolSearch.ts";
