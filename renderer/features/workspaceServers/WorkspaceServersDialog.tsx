import { FolderCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, Output, WorkspaceId, WorkspaceServers } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Dialog, EmptyState, ErrorState, Skeleton } from "../../design/index.ts";
import { goTo } from "../../navigation/index.ts";
import { refreshServers } from "../servers/index.ts";
import { useWorkspace } from "../workspaces/index.ts";
import { FolderFiles } from "./FolderFiles.tsx";
import { closeWorkspaceServers, folderStore } from "./folder.ts";
import { decisionsOf, firstButton } from "./offers.ts";

type Failed = Output<"workspace.decideServers">["failed"];

/** What was read when the dialog was opened: it stays as it is under the person's hand until they read it again. */
const useFound = (workspaceId: WorkspaceId) => {
  const [found, setFound] = useState<WorkspaceServers>();
  const [failure, setFailure] = useState<Failure>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    bridge
      .request("workspace.servers", { workspaceId })
      .then((answer) => {
        if (isOver) return;
        if (answer.ok) setFound(answer.value);
        else setFailure(answer.error);
      })
      .catch((cause: unknown) => console.error("workspace.servers failed", cause));
    return () => {
      isOver = true;
    };
  }, [workspaceId, round]);
  return { found, failure, again: () => setRound((was) => was + 1) };
};

interface ShownProps {
  readonly workspaceId: WorkspaceId;
  readonly found: WorkspaceServers;
  /** Reads the folder anew: what is shown is not what is there. */
  readonly onStale: () => void;
}

const Shown = ({ workspaceId, found, onStale }: ShownProps) => {
  const { t } = useTranslation("workspaceServers");
  const path = useWorkspace(workspaceId)?.path ?? "";
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [failed, setFailed] = useState<Failed>([]);
  const isAsked = firstButton(found) === "refuse";
  const decide = async (chosen: ReadonlySet<string>): Promise<void> => {
    setIsBusy(true);
    const answer = await bridge.request("workspace.decideServers", {
      workspaceId,
      files: decisionsOf(found, chosen),
    });
    setIsBusy(false);
    setFailure(answer.ok ? undefined : answer.error);
    await Promise.all([refreshServers(), folderStore().again()]);
    setFailed(answer.ok ? answer.value.failed : []);
    if (!answer.ok || answer.value.failed.length > 0) {
      setTicked(new Set());
      return onStale();
    }
    closeWorkspaceServers();
    if (answer.value.taken.length > 0) goTo("servers");
  };
  const run = (chosen: ReadonlySet<string>): void => {
    if (isBusy) return;
    decide(chosen).catch((cause: unknown) => console.error("workspace.decideServers failed", cause));
  };
  const isEmpty = found.files.length === 0 && found.ignored.length === 0;
  const hasServers = found.files.some(({ servers }) => servers.length > 0);
  return (
    <Dialog
      isOpen
      size="large"
      onClose={closeWorkspaceServers}
      title={t("title")}
      description={isEmpty ? undefined : t(hasServers ? (isAsked ? "about" : "aboutDecided") : "empty.text")}
      footer={
        <>
          {isAsked ? (
            <Button data-first-focus onClick={() => run(new Set())}>
              {t("refuse")}
            </Button>
          ) : (
            <Button data-first-focus onClick={closeWorkspaceServers}>
              {t("close")}
            </Button>
          )}
          <Button kind="primary" isBusy={isBusy} disabled={ticked.size === 0} onClick={() => run(ticked)}>
            {t("add", { count: ticked.size })}
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorState layout="inline" title={t("nothingDone")} failure={failure} />}
      {isEmpty ? (
        <EmptyState
          icon={<FolderCheck size={16} aria-hidden />}
          title={t("empty.title")}
          text={t("empty.text")}
        />
      ) : (
        <FolderFiles
          path={path}
          found={found}
          ticked={ticked}
          failed={failed}
          onTick={(key, isTicked) => {
            const next = new Set(ticked);
            if (isTicked) next.add(key);
            else next.delete(key);
            setTicked(next);
          }}
        />
      )}
    </Dialog>
  );
};

/**
 * Servers that a folder's own files name, each whole. None is ticked at first and the focus is on the refusal; what is ticked is
 * added as a copy and started, and nothing else ever is (SEC-LINK-03).
 */
export const WorkspaceServersDialog = ({ workspaceId }: { readonly workspaceId: WorkspaceId }) => {
  const { t } = useTranslation("workspaceServers");
  const { found, failure, again } = useFound(workspaceId);
  if (found !== undefined) return <Shown workspaceId={workspaceId} found={found} onStale={again} />;
  return (
    <Dialog
      isOpen
      size="large"
      onClose={closeWorkspaceServers}
      title={t("title")}
      footer={<Button onClick={closeWorkspaceServers}>{t("close")}</Button>}
    >
      {failure === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <ErrorState layout="inline" title={t("failed")} failure={failure} />
      )}
    </Dialog>
  );
};
