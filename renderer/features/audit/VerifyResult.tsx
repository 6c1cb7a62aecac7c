import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CodeText, cx, Duration, ErrorState, Spinner } from "../../design/index.ts";
import { formatNumber } from "../../format/index.ts";
import type { VerifyState } from "./store.ts";
import styles from "./Audit.module.css";

/** Whether the log is as it was written: how much was checked, or the first entry that does not fit. */
export const VerifyResult = ({ verify }: { readonly verify: VerifyState }) => {
  const { t, i18n } = useTranslation("audit");
  switch (verify.state) {
    case "none":
      return null;
    case "running":
      return (
        <p className={styles["outcome"]} role="status">
          <Spinner size={14} /> {t("verify.running")} <Duration since={verify.since} />
        </p>
      );
    case "failed":
      return <ErrorState layout="inline" title={t("verify.failed")} failure={verify.error} />;
    case "done": {
      const { ok, events, sessions, durationMs, firstBad } = verify.result;
      const checked = t("verify.checked", {
        count: events,
        events: formatNumber(events, i18n.language),
        sessions: formatNumber(sessions, i18n.language),
      });
      return (
        <div
          className={cx(styles["outcome"], ok ? styles["good"] : styles["bad"])}
          role={ok ? "status" : "alert"}
        >
          {ok ? <ShieldCheck size={14} aria-hidden /> : <ShieldAlert size={14} aria-hidden />}
          <span>
            {t(ok ? "verify.ok" : "verify.bad")} {checked} (<Duration ms={durationMs} />)
            {firstBad !== undefined && (
              <span className={styles["firstBad"]}>
                {t("verify.firstBad", { seq: firstBad.seq })} <CodeText text={firstBad.sessionId} />
                {t("verify.colon")}
                <CodeText text={firstBad.what} />
              </span>
            )}
          </span>
        </div>
      );
    }
  }
};
