export { notRunning } from "./failures.ts";
export { SdkConnection, type ConnectionOptions } from "./sdkConnection.ts";
export type { Explain, Trouble } from "./trouble.ts";
export type { AskAnswer, ServerAsks, ServerRoot } from "./serverAsks.ts";
