export * from "./selection.ts";
export * from "./types.ts";
export { unseenPaths } from "./unseen.ts";
export * from "./useSession.ts";
