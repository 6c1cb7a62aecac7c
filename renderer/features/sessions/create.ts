import type { ModelId, PolicyMode, Result, SessionId, WorkspaceId } from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";

/** The folder a session works in. */
export type WorkspaceChoice =
  { readonly kind: "sample" } | { readonly kind: "folder"; readonly path: string };

export interface NewSession {
  readonly workspace: WorkspaceChoice;
  readonly modelId: ModelId;
  readonly title: string;
  /** `undefined` leaves it to the settings. */
  readonly policyMode: PolicyMode | undefined;
}

const openWorkspace = (
  bridge: Bridge,
  choice: WorkspaceChoice,
): Promise<Result<{ readonly workspaceId: WorkspaceId }>> =>
  choice.kind === "sample"
    ? bridge.request("workspace.openSample", {})
    : bridge.request("workspace.open", { path: choice.path });

/** Opens the folder, then makes the session in it. The first failure is the answer. */
export const createSession = async (
  bridge: Bridge,
  { workspace, modelId, title, policyMode }: NewSession,
): Promise<Result<{ readonly sessionId: SessionId }>> => {
  const opened = await openWorkspace(bridge, workspace);
  if (!opened.ok) return opened;
  const name = title.trim();
  return bridge.request("session.create", {
    workspaceId: opened.value.workspaceId,
    modelId,
    ...(name === "" ? {} : { title: name }),
    ...(policyMode === undefined ? {} : { policyMode }),
  });
};
