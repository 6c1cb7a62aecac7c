export { LogLevelChoice } from "./logLevel.ts";
export { Restarts } from "./restarts.ts";
export { ServerLog } from "./serverLog.ts";
export { ServerRun } from "./serverRun.ts";
export { startTurns, type StartCause, type Turn } from "./startGate.ts";
