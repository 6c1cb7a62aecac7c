export * from "./selection.ts";
export * from "./types.ts";
export * from "./useSession.ts";
