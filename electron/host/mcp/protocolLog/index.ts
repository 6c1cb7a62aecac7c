export { ProtocolLog, type Traffic } from "./protocolLog.ts";
export { replayOf, type Replay } from "./replay.ts";
export { shownEntry } from "./shown.ts";
