export { Restarts } from "./restarts.ts";
export { ServerLog } from "./serverLog.ts";
export { ServerRun } from "./serverRun.ts";
