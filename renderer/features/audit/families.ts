import type { EventType } from "../../../shared/events/index.ts";

/** Event types by family, as the filter offers them. A test holds the whole equal to the log's own list. */
export const families = {
  session: ["session.created", "session.renamed", "session.changed"],
  message: ["message.user", "turn.ended"],
  model: [
    "model.requested",
    "model.partial",
    "model.completed",
    "model.failed",
    "model.added",
    "model.removed",
  ],
  call: [
    "call.proposed",
    "call.assessed",
    "call.started",
    "call.progressed",
    "call.backgrounded",
    "call.completed",
    "call.failed",
  ],
  command: ["command.stopDecided", "command.stopped"],
  decision: ["call.approvalRequested", "call.decided"],
  file: ["file.changed", "review.revertDecided", "review.reverted", "review.revertFailed"],
  server: [
    "server.added",
    "server.updated",
    "server.configChanged",
    "server.agreed",
    "server.removed",
    "server.started",
    "server.teamStarted",
    "server.stopped",
    "server.failed",
    "server.toolsChanged",
    "server.toolDefinitionChanged",
    "server.toolSet",
    "server.signedIn",
    "server.signInFailed",
    "server.signedOut",
    "server.read",
    "server.asked",
    "server.askEnded",
  ],
  app: [
    "workspace.opened",
    "workspace.trusted",
    "workspace.serversDecided",
    "config.changed",
    "host.started",
  ],
} as const satisfies Record<string, readonly EventType[]>;

export type Family = keyof typeof families;

export const familyNames = Object.keys(families) as Family[];
