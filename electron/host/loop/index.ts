export { placesOf } from "./editedText.ts";
export { defaultSystemPrompt } from "./systemPrompt.ts";
export { runCalls } from "./runCalls.ts";
export { startTurn } from "./runTurn.ts";
export type { CallPorts, RunningTurn, TurnPorts } from "./types.ts";
