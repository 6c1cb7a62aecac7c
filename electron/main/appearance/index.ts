export { AppearanceStore } from "./appearance.ts";
export type { FirstPaint } from "./appearance.ts";
