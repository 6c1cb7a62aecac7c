export * from "./fold.ts";
export * from "./state.ts";
