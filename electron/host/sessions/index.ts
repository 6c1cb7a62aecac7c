export { recoverSession } from "./recover.ts";
export { createSessionStore, type SessionStore } from "./store.ts";
export { createSummaries, summaryOf, type Summaries } from "./summary.ts";
export { createTranscript, denialText, messageDelta, type Transcript } from "./transcript.ts";
export { draft, type Draft, type LiveSession } from "./types.ts";
