export * from "./canonical.ts";
export * from "./clip.ts";
export * from "./lineEnds.ts";
