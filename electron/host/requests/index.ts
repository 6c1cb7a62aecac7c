import { fail, ok, type Handlers, type Result } from "../../../shared/contract/index.ts";
import { draft } from "../sessions/index.ts";
import { setAutoApply } from "../workspaces/index.ts";
import { addingHandlers } from "./adding.ts";
import { auditHandlers } from "./audit.ts";
import { notAvailable } from "./notAvailable.ts";
import type { Rooms } from "./rooms.ts";
import { serverHandlers } from "./servers.ts";
import { sessionHandlers } from "./sessions.ts";
import { teamHandlers } from "./team.ts";

export { SYSTEM, type Rooms } from "./rooms.ts";

const workspaceHandlers = (rooms: Rooms) =>
  ({
    "workspace.open": async ({ path }) => {
      const opened = await rooms.workspaces.open(path);
      if (!opened.ok) return opened;
      const { workspaceId, path: real, isSample } = opened.value;
      await rooms.note(draft("workspace.opened", { workspaceId, path: real, isSample }));
      return ok({ workspaceId });
    },
    "workspace.openSample": async () => {
      const opened = await rooms.workspaces.openSample();
      if (!opened.ok) return opened;
      const { workspaceId, path } = opened.value;
      await rooms.note(draft("workspace.opened", { workspaceId, path, isSample: true }));
      return ok({ workspaceId, path });
    },
    "workspace.list": () => Promise.resolve(ok(rooms.workspaces.list())),
    "workspace.update": ({ workspaceId, autoApplyEdits }) => setAutoApply(rooms, workspaceId, autoApplyEdits),
    "workspace.trust": async ({ workspaceId, isTrusted }) => {
      const changed = rooms.workspaces.trust(workspaceId, isTrusted);
      if (!changed.ok) return changed;
      await rooms.note(draft("workspace.trusted", { workspaceId, isTrusted }));
      return ok(null);
    },
    "workspace.servers": ({ workspaceId }) => rooms.workspaceServers.list(workspaceId),
    "workspace.decideServers": (input) => rooms.workspaceServers.decide(input),
  }) satisfies Partial<Handlers>;

const modelHandlers = (rooms: Rooms) =>
  ({
    "model.add": async (definition) => {
      const added = await rooms.catalog.add(definition);
      if (!added.ok) return added;
      const { kind, name, baseUrl } = definition;
      await rooms.note(
        draft("model.added", {
          modelId: added.value.modelId,
          kind,
          name,
          ...(baseUrl === undefined ? {} : { baseUrl }),
        }),
      );
      return added;
    },
    "model.list": () => Promise.resolve(ok(rooms.catalog.list())),
    "model.remove": async ({ modelId }) => {
      const removed = await rooms.catalog.remove(modelId);
      if (removed.ok) await rooms.note(draft("model.removed", { modelId }));
      return removed;
    },
    "model.setKey": ({ modelId, apiKey }) => rooms.catalog.setKey(modelId, apiKey),
    "model.test": ({ modelId }) => rooms.catalog.test(modelId),
  }) satisfies Partial<Handlers>;

const plain = (rooms: Rooms) =>
  ({
    "host.info": () => Promise.resolve(ok(rooms.info())),
    "approval.list": () => Promise.resolve(ok(rooms.approvals.list())),
    "approval.decide": (decision) => rooms.approvals.decide(decision),
    "review.read": ({ sessionId, turnId }) => rooms.reviews.read(sessionId, turnId),
    "review.revert": ({ sessionId, turnId, files }) => rooms.reviews.revert(sessionId, turnId, files),
    "command.list": (input) => rooms.running.list(input),
    "command.output": (input) => rooms.running.output(input),
    "command.stop": (input) => rooms.running.stop(input),
    "settings.get": () => Promise.resolve(ok(rooms.settings.get())),
    "settings.set": async (change) => {
      const next = rooms.settings.set(
        Object.fromEntries(Object.entries(change).filter(([, item]) => item !== undefined)),
      );
      await rooms.note(draft("config.changed", { name: "settings", value: next }));
      return ok(next);
    },
  }) satisfies Partial<Handlers>;

/** One handler for every request of the contract; a missing one does not compile (ARCH-03). */
export const createHandlers = (rooms: Rooms): Handlers => ({
  ...notAvailable,
  ...workspaceHandlers(rooms),
  ...modelHandlers(rooms),
  ...sessionHandlers(rooms),
  ...serverHandlers(rooms),
  ...addingHandlers(rooms),
  ...teamHandlers(rooms),
  ...auditHandlers(rooms),
  ...plain(rooms),
});

/** A fault of ours as the asker is told of it; the whole goes to stderr. */
export const internalFailure = (error: unknown): Result<never> => {
  const detail = error instanceof Error ? error.message : String(error);
  return fail(
    "internal",
    "Something went wrong inside Loopwright. Nothing was lost: the log holds everything up to here. Try again; the host's log has the detail.",
    { key: "internal", detail },
  );
};
