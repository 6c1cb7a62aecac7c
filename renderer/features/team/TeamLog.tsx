import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ServerId } from "../../../shared/contract/index.ts";
import { CodeText, CopyButton, EmptyState, Skeleton } from "../../design/index.ts";
import { formatClock } from "../../format/index.ts";
import { teamsStore, useTeams } from "./teams.ts";
import styles from "./Team.module.css";

const SHOWN_LINES = 500;

/** What a team server logged, the newest line first; it holds no token and no content. */
export const TeamLog = ({ teamId }: { readonly teamId: ServerId }) => {
  const { t, i18n } = useTranslation("team");
  const lines = useTeams((view) => view.logs[teamId]);
  useEffect(() => {
    teamsStore.followLog(teamId).catch((cause: unknown) => console.error("team.log failed", cause));
  }, [teamId]);
  if (lines === undefined) return <Skeleton rows={6} />;
  if (lines.length === 0) return <EmptyState title={t("log.empty")} text={t("log.emptyText")} />;
  const shown = lines.slice(-SHOWN_LINES).reverse();
  return (
    <div className={styles["log"]}>
      <div className={styles["row"]}>
        <span className={styles["quiet"]}>{t("log.count", { count: lines.length })}</span>
        <CopyButton text={() => lines.map((line) => line.text).join("\n")} label={t("log.copy")} />
      </div>
      <div className={styles["logLines"]} tabIndex={0} role="log" aria-label={t("tabs.log")}>
        {shown.map((line, at) => (
          <p key={lines.length - at} className={styles["logLine"]}>
            <span className={styles["time"]}>{formatClock(line.at, i18n.language)}</span>
            <CodeText text={line.text} />
          </p>
        ))}
      </div>
    </div>
  );
};
