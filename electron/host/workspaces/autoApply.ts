import {
  ok,
  type CallId,
  type Result,
  type SessionId,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import { draft, type Draft } from "../sessions/index.ts";
import type { Workspaces } from "./workspaces.ts";

interface AutoApplyPorts {
  readonly workspaces: Workspaces;
  /** Appends to the reserved `system` session. */
  readonly note: (draft: Draft) => Promise<void>;
}

/**
 * Turns on or off that edits of a workspace apply by themselves (GOV-02). The choice is in the log before it counts, with who
 * made it and, where a card offered it, on which call. Rejects when the log cannot be written; then nothing changed.
 */
export const setAutoApply = async (
  { workspaces, note }: AutoApplyPorts,
  workspaceId: WorkspaceId,
  isOn: boolean,
  card?: { readonly sessionId: SessionId; readonly callId: CallId },
): Promise<Result<null>> => {
  const known = workspaces.get(workspaceId);
  if (known?.autoApplyEdits === isOn) return ok(null);
  if (known) {
    const value = { workspaceId, path: known.path, autoApplyEdits: isOn, by: "person", ...card };
    await note(draft("config.changed", { name: "workspace.autoApplyEdits", value }));
  }
  const changed = workspaces.setAutoApply(workspaceId, isOn);
  return changed.ok ? ok(null) : changed;
};
