export * from "./bodies.ts";
export * from "./event.ts";
