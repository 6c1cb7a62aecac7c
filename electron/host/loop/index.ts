export { defaultSystemPrompt } from "./systemPrompt.ts";
export { startTurn } from "./runTurn.ts";
export type { RunningTurn, TurnPorts } from "./types.ts";
