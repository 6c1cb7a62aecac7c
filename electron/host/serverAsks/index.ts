export { sampleWith } from "./sample.ts";
export { createServerAsks, type AskRoom } from "./serverAsks.ts";
