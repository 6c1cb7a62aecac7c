import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId } from "../../../shared/contract/index.ts";
import type { Call, Step } from "../../../shared/session/index.ts";
import { cx, Duration, Spinner } from "../../design/index.ts";
import { failureText, formatDuration, formatNumber, formatTokens, formatUsd } from "../../format/index.ts";
import { MarkdownText } from "../markdown/index.ts";
import { Revealed } from "../reveal/index.ts";
import { useStepStream, type StepStream } from "../session/index.ts";
import { Calls } from "./Calls.tsx";
import styles from "./conversation.module.css";
import { ServerOffer } from "./ServerOffer.tsx";

interface StepBlockProps {
  readonly sessionId: SessionId;
  readonly step: Step;
  readonly calls: readonly Call[];
}

const Reasoning = ({ text, isOn }: { readonly text: string; readonly isOn: boolean }) => {
  const { t, i18n } = useTranslation("conversation");
  return (
    <details className={styles["reasoning"]}>
      <summary>
        {isOn ? t("reasoning.on") : t("reasoning.done")}
        <span className={styles["quiet"]}>
          {t("characters", { count: text.length, shown: formatNumber(text.length, i18n.language) })}
        </span>
      </summary>
      <div className={styles["reasoningText"]}>
        <Revealed text={text} />
      </div>
    </details>
  );
};

/** Tokens, cost and time of the model call, quietly. */
const Usage = ({ step, isAside }: { readonly step: Step; readonly isAside: boolean }) => {
  const { t, i18n } = useTranslation("conversation");
  const language = i18n.language;
  if (step.usage === undefined) return null;
  const { inputTokens, outputTokens, cacheReadTokens, isEstimated } = step.usage;
  const parts = [
    t(isEstimated ? "usage.estimated" : "usage.tokens", {
      input: formatTokens(inputTokens, language),
      output: formatTokens(outputTokens, language),
    }),
    ...(cacheReadTokens > 0 ? [t("usage.cached", { tokens: formatTokens(cacheReadTokens, language) })] : []),
    ...(typeof step.costUsd === "number" ? [formatUsd(step.costUsd, language)] : []),
    ...(step.latencyMs === undefined ? [] : [formatDuration(step.latencyMs, language)]),
  ];
  return <p className={cx(styles["usage"], isAside && styles["aside"])}>{parts.join(" · ")}</p>;
};

/** What goes on while the model answers and nothing else shows it. */
const Busy = ({ step, stream }: { readonly step: Step; readonly stream: StepStream | undefined }) => {
  const { t, i18n } = useTranslation(["conversation", "errors"]);
  if (step.state === "retrying")
    return (
      <p className={styles["busy"]} role="status">
        <Spinner size={14} />
        <span>
          {t("retrying", {
            attempt: step.attempt + 1,
            why: step.error === undefined ? "" : failureText(step.error, t),
          })}
        </span>
      </p>
    );
  if (step.state !== "requested") return null;
  const writing = stream?.calls.at(-1);
  return (
    <p className={styles["busy"]}>
      <Spinner size={14} />
      {writing === undefined ? (
        <span>
          {t(
            stream === undefined || (stream.text === "" && stream.reasoning === "")
              ? "busy.waiting"
              : "busy.writing",
          )}
        </span>
      ) : (
        <span>
          {t("busy.call", {
            tool: writing.name,
            count: writing.argumentChars,
            shown: formatNumber(writing.argumentChars, i18n.language),
          })}
        </span>
      )}
      <Duration since={step.requestedAt} />
    </p>
  );
};

const isSame = (a: StepBlockProps, b: StepBlockProps): boolean =>
  a.step === b.step &&
  a.sessionId === b.sessionId &&
  a.calls.length === b.calls.length &&
  a.calls.every((call, at) => call === b.calls[at]);

/** One step: what the model thought (folded), said, and called. The agent's text has no bubble. */
export const StepBlock = memo(({ sessionId, step, calls }: StepBlockProps) => {
  const { t } = useTranslation("conversation");
  const stream = useStepStream(sessionId, step.stepId);
  const longer = (a: string, b: string | undefined): string =>
    b !== undefined && b.length > a.length ? b : a;
  const text = longer(step.text, stream?.text);
  const reasoning = longer(step.reasoning, stream?.reasoning);
  return (
    <article className={styles["step"]} aria-label={t("agent")}>
      {reasoning !== "" && <Reasoning text={reasoning} isOn={step.state === "requested" && text === ""} />}
      {text !== "" && <MarkdownText text={text} />}
      {calls.length > 0 && <Calls calls={calls} />}
      {calls.map((call) => (
        <ServerOffer key={call.callId} call={call} />
      ))}
      <Busy step={step} stream={stream} />
      {step.state === "completed" && <Usage step={step} isAside={calls.length > 0} />}
    </article>
  );
}, isSame);
StepBlock.displayName = "StepBlock";
