export { Asker, NO_TIMEOUT_MS, type Line } from "./asker.ts";
export * as connectionFailures from "./failures.ts";
export { notRunning } from "./failures.ts";
export { SdkConnection, type ConnectionOptions, type ServerTransport } from "./sdkConnection.ts";
export { OpenAsks } from "./openAsks.ts";
export { capabilitiesFor } from "./serverAsks.ts";
export type { Explain, Trouble } from "./trouble.ts";
export { unusedIn } from "./unused.ts";
