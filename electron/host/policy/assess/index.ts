export { assessSafely } from "./assess.ts";
export { initCommandParser } from "./command/index.ts";
export type { Assessment, AssessInput } from "./types.ts";
