import type { ServerInfo } from "../../../shared/contract/index.ts";

/**
 * Whether starting needs no question: bundled servers are ours, one that ran before with this very definition was agreed to
 * (a changed command comes back from the host as a server that never started).
 */
export const hasConsent = (server: ServerInfo): boolean =>
  server.isBundled || server.startedAt !== undefined || server.lastError !== undefined;
