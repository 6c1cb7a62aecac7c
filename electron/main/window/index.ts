export { createWindow } from "./createWindow.ts";
export { watchWindow } from "./watchWindow.ts";
