/**
 * The names of the contract, without its schemas: the preload script exposes one function per name, and loading zod for
 * that would cost every window its start. A test holds these lists equal to the contract.
 */
export const hostRequestNames = [
  "host.info",
  "workspace.open",
  "workspace.openSample",
  "workspace.list",
  "workspace.trust",
  "model.add",
  "model.list",
  "model.remove",
  "model.setKey",
  "model.test",
  "session.create",
  "session.send",
  "session.stop",
  "session.snapshot",
  "session.list",
  "session.fork",
  "session.update",
  "step.prompt",
  "call.read",
  "event.read",
  "approval.list",
  "approval.decide",
  "server.add",
  "server.update",
  "server.remove",
  "server.list",
  "server.start",
  "server.stop",
  "server.log",
  "server.callTool",
  "server.readResource",
  "server.getPrompt",
  "audit.query",
  "audit.search",
  "audit.verify",
  "audit.export",
  "trajectory.import",
  "trajectory.export",
  "trajectory.compare",
  "settings.get",
  "settings.set",
] as const;

/** What the main process itself answers. */
export const appRequestNames = [
  "app.info",
  "app.setAppearance",
  "app.chooseFolder",
  "app.exportSession",
  "app.openExternal",
  "app.showDataFolder",
  "app.restartHost",
] as const;

/** Every event a page may listen to. */
export const eventNames = [
  "session.event",
  "session.delta",
  "approval.requested",
  "approval.resolved",
  "server.changed",
  "server.logged",
  "app.notice",
  "app.hostChanged",
  "app.command",
] as const;

/** Largest request text, in UTF-16 units: the contract's `MAX_REQUEST_CHARS`. */
export const maxRequestChars = 16_000_000;
