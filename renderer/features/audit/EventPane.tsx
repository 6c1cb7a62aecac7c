import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AuditEntry, Result } from "../../../shared/contract/index.ts";
import type { AnyEvent } from "../../../shared/events/index.ts";
import { bridge } from "../../bridge/index.ts";
import {
  Button,
  CodeText,
  CopyButton,
  ErrorState,
  FileSize,
  IconButton,
  Skeleton,
} from "../../design/index.ts";
import { formatDateTime } from "../../format/index.ts";
import { openSession } from "../../navigation/index.ts";
import { useAuditPage } from "./audit.ts";
import styles from "./Audit.module.css";

/** How much of an event is drawn at once, in characters; the rest is one click away and always in the copy. */
const DRAWN_CHARS = 200_000;

const Body = ({ event }: { readonly event: AnyEvent }) => {
  const { t } = useTranslation("audit");
  const [isWhole, setIsWhole] = useState(false);
  const text = JSON.stringify(event.body, null, 2);
  const isCut = !isWhole && text.length > DRAWN_CHARS;
  return (
    <>
      <div className={styles["paneBar"]}>
        <span>{t("pane.body")}</span>
        <FileSize bytes={event.bytes} />
        <span className={styles["spring"]} />
        <CopyButton text={() => JSON.stringify(event, null, 2)} label={t("pane.copy")} />
      </div>
      <CodeText layout="block" isWrapped text={isCut ? text.slice(0, DRAWN_CHARS) : text} />
      {isCut && (
        <div className={styles["paneBar"]}>
          <span>{t("pane.cut", { shown: DRAWN_CHARS, count: text.length })}</span>
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t("pane.showAll")}
          </Button>
        </div>
      )}
    </>
  );
};

/** One event whole, as the log holds it. Give it a key per event. */
export const EventPane = ({ entry }: { readonly entry: AuditEntry }) => {
  const { t, i18n } = useTranslation("audit");
  const { sessionId, seq } = entry.event;
  const [answer, setAnswer] = useState<Result<AnyEvent>>();
  useEffect(() => {
    let isGone = false;
    bridge
      .request("event.read", { sessionId, seq })
      .then((result) => {
        if (!isGone) setAnswer(result);
      })
      .catch((cause: unknown) => console.error("event.read failed", cause));
    return () => {
      isGone = true;
    };
  }, [sessionId, seq]);
  return (
    <aside className={styles["pane"]} aria-label={t("pane.title")}>
      <header className={styles["paneHeader"]}>
        <h2>
          <code>{entry.event.type}</code>
        </h2>
        <span className={styles["spring"]} />
        {sessionId !== "system" && (
          <Button size="small" kind="quiet" onClick={() => openSession(sessionId)}>
            {t("pane.openSession")}
          </Button>
        )}
        <IconButton
          size="small"
          label={t("pane.close")}
          keys="escape"
          icon={<X size={16} aria-hidden />}
          onClick={() => useAuditPage.setState({ opened: undefined })}
        />
      </header>
      <dl className={styles["paneFacts"]}>
        <dt>{t("column.time")}</dt>
        <dd>{formatDateTime(entry.event.at, i18n.language)}</dd>
        <dt>{t("column.session")}</dt>
        <dd>
          {entry.sessionTitle} <CodeText text={`${sessionId} #${seq}`} />
        </dd>
        <dt>{t("pane.hash")}</dt>
        <dd>
          <CodeText text={entry.event.hash} />
        </dd>
      </dl>
      {answer === undefined && <Skeleton rows={6} />}
      {answer?.ok === false && <ErrorState layout="inline" title={t("pane.failed")} failure={answer.error} />}
      {answer?.ok === true && <Body event={answer.value} />}
    </aside>
  );
};
