import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Step } from "../../../shared/session/index.ts";
import { cx, Duration, StateIcon, type ShownState } from "../../design/index.ts";
import { formatDuration, formatTokens, formatUsd } from "../../format/index.ts";
import styles from "./timeline.module.css";

/** The icon of a model call's own state. */
export const stepState = (step: Step): ShownState => {
  switch (step.state) {
    case "requested":
      return "running";
    case "completed":
      return "completed";
    case "failed":
      return "failed";
    case "retrying":
      return "retrying";
    case "interrupted":
      return "interrupted";
  }
};

/** The head of a step: its number, how long the model took, tokens and cost. */
export const StepRow = memo(({ step, number }: { readonly step: Step; readonly number: number }) => {
  const { t, i18n } = useTranslation("timeline");
  const language = i18n.language;
  const { usage, costUsd, latencyMs } = step;
  const parts: string[] = [];
  if (latencyMs !== undefined) parts.push(formatDuration(latencyMs, language));
  if (usage !== undefined) {
    const tokens = formatTokens(usage.inputTokens + usage.outputTokens, language);
    parts.push(t(usage.isEstimated ? "tokensEstimated" : "tokens", { tokens }));
  }
  if (costUsd !== null && costUsd !== undefined) parts.push(formatUsd(costUsd, language));
  return (
    <div className={cx(styles["row"], styles["step"])}>
      <StateIcon state={stepState(step)} size={14} />
      <span className={styles["stepName"]}>{t("step", { number })}</span>
      <span className={styles["figures"]}>
        {step.state === "requested" ? <Duration since={step.requestedAt} /> : parts.join(" · ")}
      </span>
      <span className={styles["model"]}>{step.model}</span>
    </div>
  );
});
StepRow.displayName = "StepRow";
