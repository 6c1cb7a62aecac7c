export * from "./approvals.ts";
export * from "./assess/index.ts";
export * from "./hash.ts";
export * from "./mode.ts";
