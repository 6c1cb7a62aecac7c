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
    "call.completed",
    "call.failed",
  ],
  decision: ["call.approvalRequested", "call.decided"],
  file: ["file.changed"],
  server: [
    "server.added",
    "server.updated",
    "server.removed",
    "server.started",
    "server.stopped",
    "server.failed",
    "server.toolsChanged",
  ],
  app: ["workspace.opened", "workspace.trusted", "config.changed", "host.started"],
} as const satisfies Record<string, readonly EventType[]>;

export type Family = keyof typeof families;

export const familyNames = Object.keys(families) as Family[];
