import { lazy } from "react";

export { startServer } from "./actions.ts";
export { DefinitionMore } from "./DefinitionMore.tsx";
export { refreshServers, selectServer, startAddingServer, useServers } from "./servers.ts";
export { transportText } from "./transport.ts";
export { TransportSummary } from "./TransportSummary.tsx";

/** The place Servers; its code comes when it is opened. */
export const ServersPage = lazy(async () => ({ default: (await import("./ServersPage.tsx")).ServersPage }));
