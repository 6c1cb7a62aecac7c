import { lazy } from "react";

export { refreshServers, startAddingServer, useServers } from "./servers.ts";

/** The place Servers; its code comes when it is opened. */
export const ServersPage = lazy(async () => ({ default: (await import("./ServersPage.tsx")).ServersPage }));
