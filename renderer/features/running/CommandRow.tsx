import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { WorkspaceCommand } from "../../../shared/contract/index.ts";
import { cx, Duration, Spinner } from "../../design/index.ts";
import { Revealed } from "../reveal/index.ts";
import styles from "./running.module.css";

/** How a command stands, in a few words. */
export const stateWords = (command: WorkspaceCommand, isLost: boolean, t: TFunction<"running">): string => {
  if (isLost) return t("state.lost");
  if (command.isRunning) return t("state.running");
  if (command.stoppedBy !== null) return t(`state.${command.stoppedBy}`);
  if (command.signal !== null) return t("state.signal", { signal: command.signal });
  return t("state.exit", { code: command.exitCode ?? "?" });
};

interface CommandRowProps {
  readonly command: WorkspaceCommand;
  readonly isLost: boolean;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

/** One command in the list: what it is, how it stands, the last thing it said. */
export const CommandRow = ({ command, isLost, isCurrent, onOpen }: CommandRowProps) => {
  const { t } = useTranslation("running");
  const isOn = command.isRunning && !isLost;
  const isFailed = command.signal !== null || (command.exitCode !== null && command.exitCode !== 0);
  const isBad = !isOn && !isLost && (command.stoppedBy === null ? isFailed : command.stoppedBy === "timeout");
  return (
    <li>
      <button
        type="button"
        className={cx(styles["row"], isCurrent && styles["current"])}
        aria-current={isCurrent || undefined}
        data-command={command.id}
        onClick={onOpen}
      >
        <code className={styles["line"]} title={command.label}>
          <Revealed text={command.label} isStrict />
        </code>
        <span className={cx(styles["figures"], isBad && styles["bad"])}>
          {isOn && <Spinner size={12} />}
          {stateWords(command, isLost, t)}
          {isOn ? (
            <Duration since={command.startedAt} />
          ) : (
            command.endedAt !== null && <Duration ms={command.endedAt - command.startedAt} />
          )}
        </span>
        {command.lastLine !== "" && (
          <span className={styles["last"]}>
            <Revealed text={command.lastLine} />
          </span>
        )}
      </button>
    </li>
  );
};
