export { assessSafely } from "./assess.ts";
export { initCommandParser } from "./command/index.ts";
export type { Assessment, AssessInput, Touched } from "./types.ts";
