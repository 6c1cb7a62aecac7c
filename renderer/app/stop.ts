import type { SessionId } from "../../shared/contract/index.ts";
import { bridge } from "../bridge/index.ts";

/** Stops the running turn; the outcome arrives as the session's events. */
export const stopSession = (sessionId: SessionId): void => {
  bridge
    .request("session.stop", { sessionId })
    .catch((cause: unknown) => console.error("session.stop failed", cause));
};
