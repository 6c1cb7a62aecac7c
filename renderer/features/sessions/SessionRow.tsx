import { Ellipsis } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { SessionSummary } from "../../../shared/session/index.ts";
import { rowProps } from "../../actions/index.ts";
import { cx, Menu, StateIcon } from "../../design/index.ts";
import { baseName } from "../../format/index.ts";
import { useWaitingCount } from "../approvals/index.ts";
import { openSession } from "../../navigation/index.ts";
import { sessionState } from "./look.ts";
import { startCreating, startRenaming } from "./sessions.ts";
import styles from "./SessionList.module.css";

interface SessionRowProps {
  readonly session: SessionSummary;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  /** Whether the list holds more than one folder, so that each must be named. */
  readonly showsFolder: boolean;
}

/** One line of the list: state, title, folder; a menu on hover and focus. */
export const SessionRow = memo(({ session, isSelected, isCurrent, showsFolder }: SessionRowProps) => {
  const { t } = useTranslation("sessions");
  // The line in the list is read again a moment later; what waits is known at once.
  const waitingCalls = useWaitingCount(session.sessionId);
  const title = session.title === "" ? t("untitled") : session.title;
  return (
    <li className={cx(styles["row"], isSelected && styles["selected"])}>
      <button
        type="button"
        className={styles["open"]}
        aria-current={isSelected ? "true" : undefined}
        title={`${title}\n${session.workspacePath}`}
        onClick={() => openSession(session.sessionId)}
        onKeyDown={(event) => {
          if (event.key === "F2") startRenaming(session.sessionId);
        }}
        {...rowProps(isCurrent)}
      >
        <StateIcon state={sessionState({ ...session, waitingCalls })} />
        <span className={styles["title"]}>{title}</span>
        {showsFolder && <span className={styles["folder"]}>{baseName(session.workspacePath)}</span>}
      </button>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            className={styles["more"]}
            aria-label={t("moreFor", { title })}
            tabIndex={isCurrent ? 0 : -1}
          >
            <Ellipsis size={16} aria-hidden />
          </button>
        }
        groups={[
          [
            {
              id: "rename",
              label: t("rename"),
              keys: "F2",
              onSelect: () => startRenaming(session.sessionId),
            },
            { id: "here", label: t("newHere"), onSelect: () => startCreating(session.workspacePath) },
          ],
        ]}
      />
    </li>
  );
});
SessionRow.displayName = "SessionRow";
