export type { ServerLog } from "./serverLog.ts";
export { ServerRun } from "./serverRun.ts";
