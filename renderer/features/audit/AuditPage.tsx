import { ScrollText } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useActions, type Action } from "../../actions/index.ts";
import { Button, EmptyState, ErrorState, Skeleton, SplitPane } from "../../design/index.ts";
import { auditStore, useAudit, useAuditPage } from "./audit.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { AuditHeader } from "./AuditHeader.tsx";
import { AuditTable } from "./AuditTable.tsx";
import { EventPane } from "./EventPane.tsx";
import { noFilter } from "./store.ts";
import styles from "./Audit.module.css";

const refresh = (): void => {
  auditStore.refresh().catch((cause: unknown) => console.error("audit query failed", cause));
};

const Content = () => {
  const { t } = useTranslation("audit");
  const { status, items, error, filter } = useAudit((view) => view);
  if (status === "failed" && error !== undefined)
    return (
      <ErrorState
        title={t("failed")}
        failure={error}
        action={<Button onClick={refresh}>{t("retry")}</Button>}
      />
    );
  if (status !== "ready") return <Skeleton rows={12} />;
  if (items.length > 0) return <AuditTable />;
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(noFilter);
  return (
    <EmptyState
      icon={<ScrollText size={16} aria-hidden />}
      title={t(isFiltered ? "empty.filteredTitle" : "empty.title")}
      text={t(isFiltered ? "empty.filteredText" : "empty.text")}
      action={
        isFiltered ? (
          <Button onClick={() => auditStore.setFilter(noFilter)}>{t("filter.clear")}</Button>
        ) : undefined
      }
    />
  );
};

/** Says that a search does not reach the very newest entries yet, and how to look again. */
const PendingNote = () => {
  const { t } = useTranslation("audit");
  const pending = useAudit((view) => (view.filter.text.trim() === "" ? 0 : view.pending));
  if (pending === 0) return null;
  return (
    <div className={styles["note"]} role="status">
      {t("pending", { count: pending })}
      <Button size="small" kind="quiet" onClick={refresh}>
        {t("searchAgain")}
      </Button>
    </div>
  );
};

/** The place Audit: every event with who decided what, filtered, searched, verified and exported. */
export const AuditPage = () => {
  const { t } = useTranslation("audit");
  const opened = useAuditPage((page) => page.opened);
  useEffect(refresh, []);
  useActions(
    useMemo<readonly Action[]>(
      () => [
        {
          id: "audit.close",
          title: t("pane.close"),
          section: "audit",
          keys: ["escape"],
          isUnlisted: true,
          isEnabled: opened !== undefined,
          run: () => useAuditPage.setState({ opened: undefined }),
        },
      ],
      [t, opened],
    ),
  );
  const table = (
    <div className={styles["page"]}>
      <AuditHeader />
      <AuditFilters />
      <PendingNote />
      <div className={styles["content"]}>
        <Content />
      </div>
    </div>
  );
  return (
    <SplitPane
      id="audit"
      panes={[
        { id: "table", content: table, minSize: "360px" },
        ...(opened === undefined
          ? []
          : [
              {
                id: "event",
                content: <EventPane key={`${opened.event.sessionId}/${opened.event.seq}`} entry={opened} />,
                size: "420px",
                minSize: "280px",
                isFixed: true,
              },
            ]),
      ]}
    />
  );
};
