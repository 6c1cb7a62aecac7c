import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallId } from "../../../shared/contract/index.ts";
import { isInBackground, type Call } from "../../../shared/session/index.ts";
import { cx, Duration, StateIcon } from "../../design/index.ts";
import { formatBytes, formatDuration } from "../../format/index.ts";
import { Revealed } from "../reveal/index.ts";
import { selectCall, useSelection } from "../session/index.ts";
import { BoundedJson, durationOf, summaryOf } from "../timeline/index.ts";
import styles from "./calls.module.css";

const Figures = ({ call }: { readonly call: Call }) => {
  const { t, i18n } = useTranslation(["conversation", "design"]);
  const language = i18n.language;
  const ms = durationOf(call);
  const [change] = call.changed;
  return (
    <span className={styles["figures"]}>
      {change !== undefined && (
        <span>
          +{change.linesAdded} −{change.linesRemoved}
        </span>
      )}
      {isInBackground(call) && <span>{t("call.background")}</span>}
      {call.state === "running" && call.startedAt !== undefined && <Duration since={call.startedAt} />}
      {call.state === "awaitingApproval" && <span className={styles["waiting"]}>{t("call.waiting")}</span>}
      {["denied", "failed", "cancelled", "interrupted", "outcomeUnknown"].includes(call.state) && (
        <span>{t(`design:state.${call.state}`)}</span>
      )}
      {ms !== undefined && <span>{formatDuration(ms, language)}</span>}
      {call.bytes !== undefined && (
        <span className={styles["size"]}>{formatBytes(call.bytes, language)}</span>
      )}
    </span>
  );
};

const InPlace = ({ call }: { readonly call: Call }) => {
  const { t } = useTranslation("conversation");
  return (
    <div className={styles["inPlace"]}>
      <BoundedJson value={call.arguments} label={t("call.arguments")} />
      {call.preview !== undefined && call.preview !== "" && (
        <pre className={styles["preview"]} tabIndex={0} role="region" aria-label={t("call.result")}>
          <Revealed text={call.preview} />
        </pre>
      )}
    </div>
  );
};

/** One call in one line. A click opens it in the inspector, a second one here. */
export const CallLine = memo(({ call }: { readonly call: Call }) => {
  const isSelected = useSelection((state) => state.callId === call.callId);
  const [isOpen, setOpen] = useState(false);
  const click = (callId: CallId): void => {
    if (isSelected || isOpen) setOpen(!isOpen);
    else selectCall(callId);
  };
  return (
    <div className={styles["call"]}>
      <button
        type="button"
        className={cx(styles["line"], isSelected && styles["selected"])}
        aria-current={isSelected || undefined}
        aria-expanded={isOpen}
        data-call-line={call.callId}
        onClick={() => click(call.callId)}
      >
        <StateIcon state={call.state} size={14} />
        <span className={styles["tool"]}>{call.tool}</span>
        <span className={styles["summary"]}>{summaryOf(call)}</span>
        <Figures call={call} />
      </button>
      {isOpen && <InPlace call={call} />}
    </div>
  );
});
CallLine.displayName = "CallLine";
