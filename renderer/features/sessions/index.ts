import { lazy } from "react";

export { sessionState } from "./look.ts";
export { SessionList } from "./SessionList.tsx";
export {
  refreshSessions,
  sessionsNow,
  startCreating,
  startRenaming,
  useSessionDialogs,
  useSessions,
} from "./sessions.ts";

/** The dialog for a new session; its code comes when it is opened. */
export const CreateDialog = lazy(async () => ({
  default: (await import("./CreateDialog.tsx")).CreateDialog,
}));
export const RenameDialog = lazy(async () => ({
  default: (await import("./RenameDialog.tsx")).RenameDialog,
}));
/** What a session is made of and what it used, for the inspector. */
export const SessionFacts = lazy(async () => ({
  default: (await import("./SessionFacts.tsx")).SessionFacts,
}));
