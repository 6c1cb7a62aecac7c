import type { Remark } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";

/** Such messages that a server's log tells of one by one. */
const MOST = 20;
const MAX_REASON = 300;

/** Said by the client of messages that lead nowhere. Progress after the result is none of them: that is usual. */
const lost =
  /^(Received a response for an unknown message ID|Unknown message type|Uncaught error in notification)/;

/**
 * A client's error as a word for the server's log where it means that a message of the server came to nothing, else null: nothing is
 * dropped in silence. @param before how many were told of before
 */
export const unusedIn = (error: Error, before: number): Remark | null => {
  const isMessage = lost.test(error.message) || error instanceof SyntaxError || "issues" in error;
  if (!isMessage || before > MOST) return null;
  if (before === MOST) return remark("messagesUnused");
  return remark("messageUnused", { reason: error.message.replace(/\s+/g, " ").slice(0, MAX_REASON) });
};
