import { ScrollText } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ServerId, ServerLogLine } from "../../../shared/contract/index.ts";
import { CodeText, CopyButton, EmptyState, Skeleton } from "../../design/index.ts";
import { formatClock } from "../../format/index.ts";
import { serversStore, useServers } from "./servers.ts";
import styles from "./Servers.module.css";

/** How near the end, in pixels, counts as reading the end. */
const NEAR_PX = 24;
const SHOWN_LINES = 1000;

const Lines = ({ lines }: { readonly lines: readonly ServerLogLine[] }) => {
  const { t, i18n } = useTranslation("servers");
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const shown = lines.slice(-SHOWN_LINES);
  useEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [lines]);
  return (
    <div className={styles["log"]}>
      <div className={styles["logBar"]}>
        <span className={styles["quiet"]}>
          {lines.length > shown.length
            ? t("log.cut", { shown: shown.length, count: lines.length })
            : t("log.count", { count: lines.length })}
        </span>
        <CopyButton text={() => lines.map((line) => line.text).join("\n")} label={t("log.copy")} />
      </div>
      <div
        ref={box}
        className={styles["logLines"]}
        tabIndex={0}
        role="log"
        aria-label={t("tabs.log")}
        onScroll={(event) => {
          const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
        }}
      >
        {shown.map((line, at) => (
          <div key={lines.length - shown.length + at} className={styles["logLine"]}>
            <span className={styles["logTime"]}>{formatClock(line.at, i18n.language)}</span>
            <span className={styles["logStream"]}>{t(`log.stream.${line.stream}`)}</span>
            <CodeText text={line.text} />
          </div>
        ))}
      </div>
    </div>
  );
};

/** What a server wrote to stderr and logged, live; it stays at the end while the reader is there. */
export const ServerLog = ({ serverId }: { readonly serverId: ServerId }) => {
  const { t } = useTranslation("servers");
  const lines = useServers((view) => view.logs[serverId]);
  useEffect(() => {
    serversStore.followLog(serverId).catch((cause: unknown) => console.error("server.log failed", cause));
  }, [serverId]);
  if (lines === undefined) return <Skeleton rows={6} />;
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<ScrollText size={16} aria-hidden />}
        title={t("log.empty")}
        text={t("log.emptyText")}
      />
    );
  return <Lines lines={lines} />;
};
