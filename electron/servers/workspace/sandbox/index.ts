export { sandboxAdvice } from "./advice.ts";
export { sandboxMeta, sandboxOf, tidyAfterKilled } from "./sandbox.ts";
export type { SandboxKind, Wrapped } from "./types.ts";
