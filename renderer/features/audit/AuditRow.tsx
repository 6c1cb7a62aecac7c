import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { AuditEntry, Severity } from "../../../shared/contract/index.ts";
import { cx, revealed, SeverityBadge } from "../../design/index.ts";
import { formatAuditTime } from "./time.ts";
import { useAuditPage } from "./audit.ts";
import { whatHappened } from "./what.ts";
import styles from "./Audit.module.css";

const severityOf = (entry: AuditEntry): Severity | undefined => {
  const value = entry.event.body["severity"];
  return value === "L1" || value === "L2" || value === "L3" || value === "L4" ? value : undefined;
};

interface AuditRowProps {
  readonly entry: AuditEntry;
  readonly top: number;
  readonly isOpen: boolean;
}

/** One entry as one line of fixed height. */
export const AuditRow = memo(({ entry, top, isOpen }: AuditRowProps) => {
  const { t, i18n } = useTranslation(["audit", "timeline", "design", "approvals"]);
  const severity = severityOf(entry);
  const summary = revealed(whatHappened(entry, t, i18n.language))
    .map((part) => part.text)
    .join("");
  return (
    <div
      role="row"
      aria-selected={isOpen}
      className={cx(styles["row"], isOpen && styles["rowOpen"])}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => useAuditPage.setState({ opened: entry })}
    >
      <span role="cell" className={styles["time"]}>
        {formatAuditTime(entry.event.at, i18n.language)}
      </span>
      <span role="cell" className={styles["session"]} title={entry.sessionTitle}>
        {entry.event.sessionId === "system" ? t("filter.system") : entry.sessionTitle}
      </span>
      <span role="cell" className={styles["type"]}>
        {entry.event.type}
      </span>
      <span role="cell" className={styles["what"]} title={summary}>
        {summary}
      </span>
      <span role="cell" className={styles["severity"]}>
        {severity !== undefined && <SeverityBadge severity={severity} isShort />}
      </span>
      <span role="cell" className={styles["seq"]}>
        {entry.event.seq}
      </span>
    </div>
  );
});
AuditRow.displayName = "AuditRow";
