import { z } from "zod";
import type { ModelId, ServerInfo, SessionId, WorkspaceId } from "../../../shared/contract/index.ts";
import { draft, type LiveSession } from "../sessions/index.ts";
import type { ByHandPorts } from "./ports.ts";

const KEY = "byHand";
const Kept = z.record(z.string(), z.string());

/** No model takes part. */
const NO_MODEL = "none" as ModelId;

/** Where the calls that a person makes by hand on a server stand: one session a server, made with the first of them. */
export const createBench = (
  ports: Pick<ByHandPorts, "config" | "store" | "settings" | "workspaces" | "newId" | "nowhere">,
) => {
  const kept = (): Record<string, string> => {
    const read = Kept.safeParse(ports.config.get(KEY));
    return read.success ? read.data : {};
  };

  const make = async (server: ServerInfo, workspaceId: WorkspaceId): Promise<LiveSession> => {
    const session = ports.store.create(ports.newId("ses") as SessionId);
    const { limits, policyMode } = ports.settings.get();
    await session.append([
      draft("session.created", {
        workspaceId,
        workspacePath: ports.workspaces.get(workspaceId)?.path ?? ports.nowhere,
        modelId: NO_MODEL,
        modelName: "",
        isDemo: false,
        title: `By hand: ${server.name}`,
        limits,
        policyMode,
        systemPrompt: "",
        byHand: server.serverId,
      }),
    ]);
    ports.config.set(KEY, { ...kept(), [server.serverId]: session.id });
    return session;
  };

  /** The session with the policy and the name that are in force now. Rejects when the log cannot be written. */
  const sessionOf = async (server: ServerInfo, workspaceId: WorkspaceId): Promise<LiveSession> => {
    const known = kept()[server.serverId];
    const session = known === undefined ? undefined : ports.store.get(known as SessionId);
    if (session === undefined) return make(server, workspaceId);
    const { policyMode } = ports.settings.get();
    const title = `By hand: ${server.name}`;
    const state = session.state();
    const changes = [
      ...(state.policyMode === policyMode ? [] : [draft("session.changed", { policyMode })]),
      ...(state.title === title ? [] : [draft("session.renamed", { title })]),
    ];
    if (changes.length > 0) await session.append(changes);
    return session;
  };

  return { sessionOf };
};
