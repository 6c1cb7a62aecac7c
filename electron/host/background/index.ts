export { BackgroundCalls, type HeldCall } from "./backgroundCalls.ts";
export { withBackgroundTools } from "./tools.ts";
