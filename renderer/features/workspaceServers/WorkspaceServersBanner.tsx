import { FolderLock } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId } from "../../../shared/contract/index.ts";
import { Button } from "../../design/index.ts";
import { Banner } from "../notices/index.ts";
import { useSelection, useSessionSelector } from "../session/index.ts";
import { useSessions } from "../sessions/index.ts";
import { folderStore, openWorkspaceServers, useFolder } from "./folder.ts";
import { openCounts } from "./offers.ts";

const report = (work: Promise<void>): void => {
  work.catch((cause: unknown) => console.error("workspace.servers failed", cause));
};

/**
 * Looks at the folder of the session in view, again with each session and whenever the window is looked at again. The session
 * itself tells its folder; until it is read, the list does, which may not reach as far as an old one.
 */
const useFollowedFolder = (sessionId: SessionId): void => {
  const own = useSessionSelector(sessionId, (session) => session.workspaceId);
  const listed = useSessions(({ items }) => items.find((one) => one.sessionId === sessionId)?.workspaceId);
  const workspaceId = own ?? listed;
  useEffect(() => report(folderStore().look(workspaceId)), [sessionId, workspaceId]);
  useEffect(() => {
    const again = (): void => report(folderStore().again());
    window.addEventListener("focus", again);
    return () => window.removeEventListener("focus", again);
  }, []);
};

const FolderBanner = ({ sessionId }: { readonly sessionId: SessionId }) => {
  const { t } = useTranslation("workspaceServers");
  useFollowedFolder(sessionId);
  const { workspaceId, found } = useFolder((view) => view);
  const { fresh, changed } = openCounts(found ?? { files: [] });
  if (workspaceId === undefined || fresh + changed === 0) return null;
  return (
    <Banner
      tone={changed > 0 ? "warn" : "info"}
      icon={<FolderLock size={16} aria-hidden />}
      action={
        <Button size="small" onClick={() => openWorkspaceServers(workspaceId)}>
          {t("banner.look")}
        </Button>
      }
    >
      {fresh > 0 && <p>{t("banner.fresh", { count: fresh })}</p>}
      {changed > 0 && <p>{t("banner.changed", { count: changed })}</p>}
    </Banner>
  );
};

/** Says that the folder in view brings servers of its own that nobody decided about yet. None of them was started. */
export const WorkspaceServersBanner = () => {
  const sessionId = useSelection((selection) => selection.sessionId);
  return sessionId === undefined ? null : <FolderBanner sessionId={sessionId} />;
};
