import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes, formatDateTime, formatDuration, formatTimeAgo } from "../../format/index.ts";
import styles from "./Figures.module.css";

/** A size in bytes, e.g. `1.2 KB`; the exact number in its title. */
export const FileSize = ({ bytes }: { readonly bytes: number }) => {
  const { i18n } = useTranslation();
  return (
    <span className={styles["figure"]} title={`${bytes.toLocaleString(i18n.language)} B`}>
      {formatBytes(bytes, i18n.language)}
    </span>
  );
};

const useNow = (isTicking: boolean, everyMs: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isTicking, everyMs]);
  return now;
};

/** A length of time in milliseconds, e.g. `2.1 s`; with `since` instead of `ms` it counts on. */
export const Duration = (props: { readonly ms: number } | { readonly since: number }) => {
  const { i18n } = useTranslation();
  const isTicking = "since" in props;
  const now = useNow(isTicking, 100);
  const ms = isTicking ? Math.max(0, now - props.since) : props.ms;
  return <span className={styles["figure"]}>{formatDuration(ms, i18n.language)}</span>;
};

/** How long ago, e.g. `3 min ago`; the exact time in its title. */
export const TimeAgo = ({ at }: { readonly at: number }) => {
  const { i18n } = useTranslation();
  const now = useNow(true, 15_000);
  return (
    <time
      className={styles["figure"]}
      dateTime={new Date(at).toISOString()}
      title={formatDateTime(at, i18n.language)}
    >
      {formatTimeAgo(at, now, i18n.language)}
    </time>
  );
};
