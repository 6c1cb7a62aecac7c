export { createSeen, type Seen } from "./seen.ts";
export { recoverSession } from "./recover.ts";
export { createSessionStore, type SessionStore } from "./store.ts";
export { createSummaries, type Summaries } from "./summary.ts";
export { messageDelta, type Transcript } from "./transcript.ts";
export { draft, type Draft, type LiveSession } from "./types.ts";
