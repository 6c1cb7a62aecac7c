import { Hourglass } from "lucide-react";
import { memo } from "react";
import type { CallId, Severity } from "../../../shared/contract/index.ts";
import { isInBackground, type Call } from "../../../shared/session/index.ts";
import { Badge, cx, Duration, StateIcon, type Tone } from "../../design/index.ts";
import { formatBytes, formatDuration } from "../../format/index.ts";
import { Bar } from "./Bar.tsx";
import type { RowWords } from "./rowWords.ts";
import { clockSince, durationOf, type Scale } from "./rows.ts";
import { ServerDot } from "./ServerDot.tsx";
import { summaryOf } from "./summary.ts";
import styles from "./timeline.module.css";

/** As the badge of the design system, without its tooltip: thousands of rows are mounted while one scrolls. */
const tones: Record<Severity, Tone> = { L1: "neutral", L2: "info", L3: "warn", L4: "danger" };

interface CallRowProps {
  readonly words: RowWords;
  readonly call: Call;
  readonly scale: Scale;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  readonly onOpen: (callId: CallId) => void;
}

/** How long, while it goes on, and what for. */
const Time = ({ call, words: { t, language } }: { readonly call: Call; readonly words: RowWords }) => {
  if (call.state === "awaitingApproval") return <span className={styles["waiting"]}>{t("waiting")}</span>;
  if (call.state === "running" && call.startedAt !== undefined) return <Duration since={call.startedAt} />;
  const ms = durationOf(call);
  return ms === undefined ? (
    <span className={styles["none"]}>–</span>
  ) : (
    <span>{formatDuration(ms, language)}</span>
  );
};

/** Why a call still runs although its turn has gone on, or ended; where the row is narrow by its icon alone. */
const Background = ({ label }: { readonly label: string }) => (
  <span className={styles["background"]} title={label}>
    <Hourglass size={12} aria-hidden />
    <span className={styles["backgroundText"]}>{label}</span>
  </span>
);

const isSameScale = (a: Scale, b: Scale): boolean => a.from === b.from && a.to === b.to;

/** One call in one line: state, when, tool, what about, how long, how much, how risky. Columns line up over all rows. */
export const CallRow = memo(
  ({ call, scale, words, isSelected, isCursor, onOpen }: CallRowProps) => {
    const { t, language } = words;
    const summary = summaryOf(call);
    return (
      <button
        type="button"
        data-call={call.callId}
        tabIndex={isCursor ? 0 : -1}
        aria-current={isSelected || undefined}
        className={cx(styles["row"], styles["call"], isSelected && styles["selected"])}
        onClick={() => onOpen(call.callId)}
      >
        <StateIcon state={call.state} size={14} label={words.stateName(call.state)} />
        <span
          className={styles["since"]}
          title={t("since", { since: formatDuration(Math.max(0, call.proposedAt - scale.from), language) })}
        >
          {clockSince(call.proposedAt - scale.from)}
        </span>
        <span className={styles["tool"]} title={`${call.serverName} · ${call.tool}`}>
          <ServerDot name={call.serverName} />
          <span className={styles["toolName"]}>{call.tool}</span>
        </span>
        <span className={styles["summary"]} title={summary}>
          {isInBackground(call) && <Background label={t("background.row")} />}
          {summary}
        </span>
        <Bar call={call} scale={scale} />
        <span className={styles["time"]}>
          <Time call={call} words={words} />
        </span>
        <span className={styles["size"]}>
          {call.bytes === undefined ? "" : formatBytes(call.bytes, language)}
        </span>
        <span className={styles["severity"]}>
          {call.severity !== null && (
            <Badge tone={tones[call.severity]} title={words.severityName(call.severity)}>
              {call.severity}
            </Badge>
          )}
        </span>
      </button>
    );
  },
  (a, b) =>
    a.call === b.call &&
    a.words === b.words &&
    a.isSelected === b.isSelected &&
    a.isCursor === b.isCursor &&
    a.onOpen === b.onOpen &&
    isSameScale(a.scale, b.scale),
);
CallRow.displayName = "CallRow";
