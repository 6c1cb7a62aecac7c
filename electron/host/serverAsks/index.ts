export { openServerAsks } from "./open.ts";
export { createServerAsks, type AskRoom } from "./serverAsks.ts";
