import { SquareTerminal } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { WorkspaceCommand, WorkspaceId } from "../../../shared/contract/index.ts";
import { Dialog, EmptyState, ErrorState } from "../../design/index.ts";
import { baseName, formatClock } from "../../format/index.ts";
import { useWorkspaces } from "../workspaces/index.ts";
import { CommandRow } from "./CommandRow.tsx";
import { CommandView } from "./CommandView.tsx";
import { closeRunning, runningStore, useRunning, useRunningPanel, type OutputOf } from "./running.ts";
import styles from "./running.module.css";
import type { WorkspaceCommands } from "./store.ts";

/** What a row and the view beside it are of; a lost one has no server to ask any more. */
interface Shown {
  readonly workspaceId: WorkspaceId;
  readonly command: WorkspaceCommand;
  readonly isLost: boolean;
}

const shownOf = (workspaces: readonly WorkspaceCommands[]): readonly Shown[] =>
  workspaces.flatMap(({ workspaceId, commands, lost }) => [
    ...commands.map((command) => ({ workspaceId, command, isLost: false })),
    ...lost.map((command) => ({ workspaceId, command, isLost: true })),
  ]);

const select = (one: Shown): void => {
  const { stdoutBytes, stderrBytes, id } = one.command;
  const stream = stdoutBytes === 0 && stderrBytes > 0 ? "stderr" : "stdout";
  useRunningPanel.setState({ shown: { workspaceId: one.workspaceId, id, stream } });
};

const List = ({
  workspaces,
  shown,
}: {
  readonly workspaces: readonly WorkspaceCommands[];
  readonly shown: OutputOf | undefined;
}) => {
  const { t, i18n } = useTranslation("running");
  const folders = useWorkspaces((view) => view.items);
  return (
    <div className={styles["list"]}>
      {workspaces.map((workspace) => {
        const path = folders.find((item) => item.workspaceId === workspace.workspaceId)?.path ?? "";
        const { since } = workspace;
        return (
          <section key={workspace.workspaceId} className={styles["group"]}>
            <h3 className={styles["folder"]} title={path}>
              {path === "" ? t("workspace") : baseName(path)}
            </h3>
            <ul className={styles["rows"]} aria-label={t("list")}>
              {shownOf([workspace]).map((one) => (
                <CommandRow
                  key={one.command.id}
                  command={one.command}
                  isLost={one.isLost}
                  isCurrent={shown?.id === one.command.id && shown.workspaceId === workspace.workspaceId}
                  onOpen={() => select(one)}
                />
              ))}
            </ul>
            <p className={styles["note"]}>
              {since === null ? t("serverDown") : t("since", { time: formatClock(since, i18n.language) })}
            </p>
          </section>
        );
      })}
    </div>
  );
};

/** The commands of the open workspaces: what runs, what it writes, and the way to end it. */
export const RunningPanel = () => {
  const { t } = useTranslation("running");
  const all = useRunning((view) => view.workspaces);
  const error = useRunning((view) => view.error);
  const asked = useRunningPanel((panel) => panel.shown);
  useEffect(() => {
    runningStore().setWatched(true);
    return () => runningStore().setWatched(false);
  }, []);
  const workspaces = all.filter(({ commands, lost }) => commands.length + lost.length > 0);
  const items = shownOf(workspaces);
  const current = items.find(
    ({ command, workspaceId }) => command.id === asked?.id && workspaceId === asked.workspaceId,
  );
  const first = items[0];
  useEffect(() => {
    // Chosen for good: a command that ends moves down the list, and the view must not follow another one then.
    if (asked === undefined && first !== undefined) select(first);
  }, [asked, first]);
  return (
    <Dialog isOpen onClose={closeRunning} title={t("title")} description={t("about")} size="large">
      {error !== undefined && <ErrorState title={t("failed")} failure={error} layout="inline" />}
      {items.length === 0 && asked === undefined ? (
        <EmptyState
          icon={<SquareTerminal size={16} aria-hidden />}
          title={t("empty.title")}
          text={t("empty.text")}
        />
      ) : (
        <div className={styles["panel"]}>
          {items.length > 0 && <List workspaces={workspaces} shown={asked} />}
          {asked !== undefined && (
            <CommandView
              key={`${asked.workspaceId} ${asked.id}`}
              of={asked}
              command={current?.command}
              isLost={current?.isLost ?? false}
            />
          )}
        </div>
      )}
    </Dialog>
  );
};
