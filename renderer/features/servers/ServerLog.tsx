import { ScrollText } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ServerInfo, ServerLogLine } from "../../../shared/contract/index.ts";
import { CodeText, CopyButton, EmptyState, Skeleton } from "../../design/index.ts";
import { formatClock, remarkText } from "../../format/index.ts";
import { declares } from "./capabilities.ts";
import { LogLevelField } from "./LogLevelField.tsx";
import { serversStore, useServers } from "./servers.ts";
import styles from "./Servers.module.css";

/** How near the end, in pixels, counts as reading the end. */
const NEAR_PX = 24;
const SHOWN_LINES = 1000;

const Lines = ({ lines }: { readonly lines: readonly ServerLogLine[] }) => {
  const { t, i18n } = useTranslation("servers");
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [lines]);
  const before = Math.max(0, lines.length - SHOWN_LINES);
  return (
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
      {lines.slice(before).map((line, at) => (
        <div key={before + at} className={styles["logLine"]}>
          <span className={styles["logTime"]}>{formatClock(line.at, i18n.language)}</span>
          <span className={styles["logStream"]}>{t(`log.stream.${line.stream}`)}</span>
          <CodeText text={remarkText(line, t)} />
        </div>
      ))}
    </div>
  );
};

const Count = ({ lines }: { readonly lines: readonly ServerLogLine[] }) => {
  const { t } = useTranslation("servers");
  const shown = Math.min(lines.length, SHOWN_LINES);
  return (
    <>
      <span className={styles["quiet"]}>
        {lines.length > shown
          ? t("log.cut", { shown, count: lines.length })
          : t("log.count", { count: lines.length })}
      </span>
      <CopyButton text={() => lines.map((line) => remarkText(line, t)).join("\n")} label={t("log.copy")} />
    </>
  );
};

/**
 * What a server wrote to stderr and logged, live; it stays at the end while the reader is there. How much it logs is chosen
 * above, where it can log.
 */
export const ServerLog = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const { serverId } = server;
  const lines = useServers((view) => view.logs[serverId]);
  useEffect(() => {
    serversStore.followLog(serverId).catch((cause: unknown) => console.error("server.log failed", cause));
  }, [serverId]);
  if (lines === undefined) return <Skeleton rows={6} />;
  const isEmpty = lines.length === 0;
  const hasBar = !isEmpty || declares(server.capabilities, "logging");
  return (
    <div className={styles["log"]}>
      {hasBar && (
        <div className={styles["logBar"]}>
          <LogLevelField key={serverId} server={server} />
          {!isEmpty && <Count lines={lines} />}
        </div>
      )}
      {isEmpty ? (
        <div className={styles["logEmpty"]}>
          <EmptyState
            icon={<ScrollText size={16} aria-hidden />}
            title={t("log.empty")}
            text={t("log.emptyText")}
          />
        </div>
      ) : (
        <Lines lines={lines} />
      )}
    </div>
  );
};
