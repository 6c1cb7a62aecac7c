import { useTranslation } from "react-i18next";
import type { CallDetail } from "../../../shared/contract/index.ts";
import { Duration, SeverityBadge, StateIcon } from "../../design/index.ts";
import { formatBytes, formatDateTime, formatDuration } from "../../format/index.ts";
import { reasonText, Revealed } from "../reveal/index.ts";
import { ArgumentList } from "./ArgumentList.tsx";
import { BoundedCode, BoundedJson } from "./BoundedCode.tsx";
import styles from "./inspector.module.css";
import { CommandFacts, FileFacts } from "./ResultFacts.tsx";
import { durationOf } from "./rows.ts";

const Decision = ({ detail }: { readonly detail: CallDetail }) => {
  const { t, i18n } = useTranslation("timeline");
  const { call } = detail;
  if (call.decision === undefined || call.decidedAt === undefined) return <>{t("decision.none")}</>;
  const who = t(`decision.by.${call.decidedBy ?? "policy"}`);
  const wait = call.askedAt === undefined ? undefined : call.decidedAt - call.askedAt;
  return (
    <>
      {t(`decision.${call.decision}`, { who })} · {formatDateTime(call.decidedAt, i18n.language)}
      {wait !== undefined && <> · {t("decision.after", { time: formatDuration(wait, i18n.language) })}</>}
      {call.reason !== undefined && (
        <span className={styles["reason"]}>
          <Revealed text={call.reason} />
        </span>
      )}
    </>
  );
};

const Facts = ({ detail }: { readonly detail: CallDetail }) => {
  const { t, i18n } = useTranslation(["timeline", "approvals", "design"]);
  const { call } = detail;
  const ms = durationOf(call);
  return (
    <dl className={styles["facts"]}>
      <dt>{t("fact.state")}</dt>
      <dd className={styles["inline"]}>
        <StateIcon state={call.state} size={14} isDecorative />
        {t(`design:state.${call.state}`)}
        {call.errorCode !== undefined && <code>{call.errorCode}</code>}
      </dd>
      <dt>{t("fact.severity")}</dt>
      <dd>
        {call.severity === null ? t("fact.unknown") : <SeverityBadge severity={call.severity} />}
        {call.reasons.length > 0 && (
          <ul className={styles["reasons"]}>
            {call.reasons.map((reason) => (
              <li key={reason}>{reasonText(reason, t)}</li>
            ))}
          </ul>
        )}
      </dd>
      <dt>{t("fact.decision")}</dt>
      <dd>
        <Decision detail={detail} />
      </dd>
      <dt>{t("fact.server")}</dt>
      <dd>{call.serverName}</dd>
      <dt>{t("fact.time")}</dt>
      <dd>
        {formatDateTime(call.proposedAt, i18n.language)}
        {call.state === "running" && call.startedAt !== undefined && (
          <>
            {" · "}
            <Duration since={call.startedAt} />
          </>
        )}
        {ms !== undefined && <> · {formatDuration(ms, i18n.language)}</>}
        {call.bytes !== undefined && <> · {formatBytes(call.bytes, i18n.language)}</>}
      </dd>
    </dl>
  );
};

/** What was asked, who let it run and why, and what came of it; nothing cut for good. */
export const CallTab = ({ detail }: { readonly detail: CallDetail }) => {
  const { t } = useTranslation("timeline");
  return (
    <div className={styles["tab"]}>
      <Facts detail={detail} />
      <h3>{t("section.arguments")}</h3>
      <ArgumentList args={detail.arguments} />
      <h3>{t("section.result")}</h3>
      <CommandFacts detail={detail} />
      <FileFacts detail={detail} />
      {detail.text === undefined ? (
        <p className={styles["quiet"]}>{t("section.noResult")}</p>
      ) : (
        <BoundedCode text={detail.text} label={t("section.result")} />
      )}
      {detail.structured !== undefined && (
        <details className={styles["more"]}>
          <summary>{t("section.structured")}</summary>
          <BoundedJson value={detail.structured} label={t("section.structured")} />
        </details>
      )}
      {detail.content?.some((block) => block.type !== "text") === true && (
        <details className={styles["more"]}>
          <summary>{t("section.content")}</summary>
          <BoundedJson value={detail.content} label={t("section.content")} />
        </details>
      )}
    </div>
  );
};
