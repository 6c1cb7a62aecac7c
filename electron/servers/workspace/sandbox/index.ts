export { sandboxAdvice } from "./advice.ts";
export { sandboxMeta, sandboxOf } from "./sandbox.ts";
export type { SandboxKind, Wrapped } from "./types.ts";
