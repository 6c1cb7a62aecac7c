import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "../../../shared/contract/index.ts";
import { auditStore, useAudit, useAuditPage } from "./audit.ts";
import { AuditRow } from "./AuditRow.tsx";
import styles from "./Audit.module.css";

const ROW_PX = 28;
/** How many rows before the end the next page is asked for. */
const AHEAD = 40;

const same = (a: AuditEntry | undefined, b: AuditEntry): boolean =>
  a !== undefined && a.event.sessionId === b.event.sessionId && a.event.seq === b.event.seq;

const moves: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20 };

/** The entries, newest first, as many rows in the page as can be seen. j and k move, Enter opens. */
export const AuditTable = () => {
  const { t } = useTranslation("audit");
  const items = useAudit((view) => view.items);
  const hasMore = useAudit((view) => view.nextCursor !== undefined);
  const opened = useAuditPage((page) => page.opened);
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - AHEAD)
      auditStore.more().catch((cause: unknown) => console.error("audit page failed", cause));
  }, [hasMore, last, items.length]);
  const at = items.findIndex((item) => same(opened, item));
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = moves[event.key];
    if (by === undefined || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    const next = Math.min(items.length - 1, Math.max(0, at + by));
    const entry = items[next];
    if (entry === undefined) return;
    useAuditPage.setState({ opened: entry });
    rows.scrollToIndex(next);
  };
  return (
    <div
      className={styles["table"]}
      role="table"
      aria-label={t("title")}
      aria-rowcount={hasMore ? -1 : items.length}
    >
      <div className={styles["tableHead"]} role="row">
        {(["time", "session", "type", "what", "severity", "seq"] as const).map((name) => (
          <span key={name} role="columnheader" className={styles[name]}>
            {t(`column.${name}`)}
          </span>
        ))}
      </div>
      <div ref={box} className={styles["rows"]} role="rowgroup" tabIndex={0} onKeyDown={onKeyDown}>
        <div style={{ height: rows.getTotalSize(), position: "relative" }} role="presentation">
          {shown.map((row) => {
            const entry = items[row.index];
            if (entry === undefined) return null;
            return <AuditRow key={row.key} entry={entry} top={row.start} isOpen={same(opened, entry)} />;
          })}
        </div>
      </div>
    </div>
  );
};
