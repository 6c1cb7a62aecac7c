export * from "./selection.ts";
export { createStepStreams, type StepStreams } from "./streams.ts";
export * from "./types.ts";
export * from "./useSession.ts";
