export { RunningChip } from "./RunningChip.tsx";
export { openRunning } from "./running.ts";
