import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Call } from "../../../shared/session/index.ts";
import { cx } from "../../design/index.ts";
import { formatDuration } from "../../format/index.ts";
import { CallLine } from "./CallLine.tsx";
import styles from "./calls.module.css";
import { areSettled, summariseCalls } from "./items.ts";

/** The calls of a step: open while any goes on, then folded into one line; a single call is that line itself. */
export const Calls = ({ calls }: { readonly calls: readonly Call[] }) => {
  const { t, i18n } = useTranslation("conversation");
  const [choice, setChoice] = useState<boolean | undefined>(undefined);
  const canFold = calls.length > 1 && areSettled(calls);
  const isOpen = !canFold || choice === true;
  const { count, ms, failed, denied } = summariseCalls(calls);
  return (
    <div className={styles["calls"]}>
      {canFold && (
        <button
          type="button"
          className={styles["fold"]}
          aria-expanded={isOpen}
          onClick={() => setChoice(!isOpen)}
        >
          <ChevronRight size={14} aria-hidden className={cx(styles["chevron"], isOpen && styles["turned"])} />
          <span>
            {ms === undefined
              ? t("calls.count", { count })
              : t("calls.timed", { count, time: formatDuration(ms, i18n.language) })}
          </span>
          {failed > 0 && <span className={styles["failed"]}>{t("calls.failed", { count: failed })}</span>}
          {denied > 0 && <span>{t("calls.denied", { count: denied })}</span>}
        </button>
      )}
      {isOpen && calls.map((call) => <CallLine key={call.callId} call={call} />)}
    </div>
  );
};
