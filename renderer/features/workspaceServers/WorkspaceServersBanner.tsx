import { FolderLock } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../design/index.ts";
import { Banner } from "../notices/index.ts";
import { useSelection } from "../session/index.ts";
import { useSessions } from "../sessions/index.ts";
import { folderStore, openWorkspaceServers, useFolder } from "./folder.ts";
import { openCounts } from "./offers.ts";

const report = (work: Promise<void>): void => {
  work.catch((cause: unknown) => console.error("workspace.servers failed", cause));
};

/** Looks at the folder of the session in view, again with each session and whenever the window is looked at again. */
const useFollowedFolder = (): void => {
  const sessionId = useSelection((selection) => selection.sessionId);
  const workspaceId = useSessions(
    ({ items }) => items.find((one) => one.sessionId === sessionId)?.workspaceId,
  );
  useEffect(() => report(folderStore().look(workspaceId)), [sessionId, workspaceId]);
  useEffect(() => {
    const again = (): void => report(folderStore().again());
    window.addEventListener("focus", again);
    return () => window.removeEventListener("focus", again);
  }, []);
};

/** Says that the folder in view brings servers of its own that nobody decided about yet. None of them was started. */
export const WorkspaceServersBanner = () => {
  const { t } = useTranslation("workspaceServers");
  useFollowedFolder();
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
