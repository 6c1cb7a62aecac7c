import { ArrowDownLeft, ArrowUpRight, ChevronRight, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ProtocolEntry, ServerId } from "../../../../shared/contract/index.ts";
import { Badge, Button, CodeText, CopyButton, cx, ErrorState } from "../../../design/index.ts";
import { formatBytes, formatClock, formatDuration } from "../../../format/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import { ApprovalStack } from "../../approvals/index.ts";
import { useAsking } from "../offers/useAsking.ts";
import styles from "./inspect.module.css";

const pretty = ({ text, isClipped }: ProtocolEntry): string => {
  if (isClipped) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Sends a request again; a tool call then waits for the person like one made by hand. */
const Replay = ({ serverId, entry }: { readonly serverId: ServerId; readonly entry: ProtocolEntry }) => {
  const { t } = useTranslation("serverInspect");
  const [asking, ask] = useAsking("server.replay");
  return (
    <>
      <Button
        size="small"
        icon={<RotateCcw size={14} aria-hidden />}
        disabled={asking.status === "loading"}
        onClick={() => ask({ serverId, seq: entry.seq })}
      >
        {t("protocol.replay")}
      </Button>
      {asking.status === "failed" && (
        <ErrorState layout="inline" title={t("protocol.replayFailed")} failure={asking.error} />
      )}
      {asking.status === "ready" && (
        <p className={styles["quiet"]} role="status">
          {t(asking.value.kind === "called" ? "protocol.replayCalled" : "protocol.replayAnswered")}
        </p>
      )}
      {asking.status === "ready" && asking.value.kind === "called" && (
        <div className={styles["wide"]}>
          <ApprovalStack sessionId={asking.value.sessionId} />
        </div>
      )}
    </>
  );
};

/** One message: a line that opens to its text. */
export const ProtocolRow = ({
  serverId,
  entry,
}: {
  readonly serverId: ServerId;
  readonly entry: ProtocolEntry;
}) => {
  const { t, i18n } = useTranslation("serverInspect");
  const [isOpen, setIsOpen] = useState(false);
  const Arrow = entry.direction === "out" ? ArrowUpRight : ArrowDownLeft;
  const canReplay = entry.direction === "out" && entry.kind === "request";
  return (
    <li className={styles["message"]}>
      <button
        type="button"
        className={styles["messageRow"]}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight size={14} aria-hidden className={cx(styles["chevron"], isOpen && styles["open"])} />
        <span className={styles["time"]}>{formatClock(entry.at, i18n.language)}</span>
        <Arrow size={14} role="img" aria-label={t(`protocol.${entry.direction}`)} />
        <code className={styles["method"]}>{revealAsText(entry.method) || t("protocol.unknown")}</code>
        <Badge tone={entry.kind === "error" ? "danger" : "neutral"}>{t(`protocol.kind.${entry.kind}`)}</Badge>
        {entry.id !== undefined && <code className={styles["quiet"]}>#{revealAsText(entry.id)}</code>}
        <span className={styles["preview"]}>{entry.text.slice(0, 300)}</span>
        {entry.durationMs !== undefined && (
          <span className={styles["quiet"]}>{formatDuration(entry.durationMs, i18n.language)}</span>
        )}
        <span className={styles["quiet"]}>{formatBytes(entry.bytes, i18n.language)}</span>
      </button>
      {isOpen && (
        <div className={styles["messageBody"]}>
          <div className={styles["bar"]}>
            <CopyButton text={() => pretty(entry)} label={t("protocol.copy")} />
            {canReplay && <Replay serverId={serverId} entry={entry} />}
          </div>
          {entry.isClipped && (
            <p className={styles["quiet"]}>
              {t("protocol.clipped", { size: formatBytes(entry.bytes, i18n.language) })}
            </p>
          )}
          <div className={styles["code"]}>
            <CodeText layout="block" text={pretty(entry)} />
          </div>
        </div>
      )}
    </li>
  );
};
