export type { Cdp } from "./cdp.ts";
export { openDisplay, type Display } from "./display.ts";
export { openWindow, type BenchWindow } from "./launch.ts";
export { hostOf, memoryOf, strangers, type Memory } from "./processes.ts";
export { until } from "./wait.ts";
export { hostRuns, rowShown, startSession, type SessionWish } from "./product.ts";
