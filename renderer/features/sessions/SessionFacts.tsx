import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, PolicyMode, Result, SessionId } from "../../../shared/contract/index.ts";
import type { SessionState } from "../../../shared/session/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, CopyButton, ErrorState, Select, TimeAgo } from "../../design/index.ts";
import { formatDuration, formatNumber, formatTokens, formatUsd } from "../../format/index.ts";
import { useSessionSelector } from "../session/index.ts";
import styles from "./SessionFacts.module.css";
import { SystemPrompt } from "./SystemPrompt.tsx";

const modes: readonly PolicyMode[] = ["default", "ask", "autoEdit", "plan"];

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles["fact"]}>
    <dt>{name}</dt>
    <dd className="selectable">{children}</dd>
  </div>
);

/** What came of the last thing that was asked for here. */
type Outcome =
  { readonly title: string; readonly failure: Failure } | { readonly exportedTo: string } | undefined;

const useOutcome = () => {
  const { t } = useTranslation("sessions");
  const [outcome, setOutcome] = useState<Outcome>();
  const run = (
    work: Promise<Result<{ path: string } | null>>,
    failed: "changeFailed" | "exportFailed",
  ): void => {
    work
      .then((answer) => {
        if (!answer.ok) setOutcome({ title: t(`facts.${failed}`), failure: answer.error });
        else setOutcome(answer.value === null ? undefined : { exportedTo: answer.value.path });
      })
      .catch((cause: unknown) => console.error("session facts", cause));
  };
  return { outcome, run };
};

const OutcomeLine = ({ outcome }: { readonly outcome: Outcome }) => {
  const { t } = useTranslation("sessions");
  if (outcome === undefined) return null;
  if ("failure" in outcome)
    return <ErrorState layout="inline" title={outcome.title} failure={outcome.failure} />;
  return (
    <p role="status">
      {t("facts.exported")} <code className="selectable">{outcome.exportedTo}</code>
    </p>
  );
};

const Limits = ({ session }: { readonly session: SessionState }) => {
  const { t, i18n } = useTranslation("sessions");
  const { limits } = session;
  const none = t("facts.noLimit");
  return (
    <dl className={styles["facts"]}>
      <Fact name={t("facts.maxSteps")}>{formatNumber(limits.maxSteps, i18n.language)}</Fact>
      <Fact name={t("facts.maxTokens")}>
        {limits.maxTokens === null ? none : formatTokens(limits.maxTokens, i18n.language)}
      </Fact>
      <Fact name={t("facts.maxCost")}>
        {limits.maxCostUsd === null ? none : formatUsd(limits.maxCostUsd, i18n.language)}
      </Fact>
      <Fact name={t("facts.maxTime")}>
        {limits.maxWallMs === null ? none : formatDuration(limits.maxWallMs, i18n.language)}
      </Fact>
    </dl>
  );
};

/** What a session is made of, what it used, its limits, and its way out as a file. */
export const SessionFacts = ({ sessionId }: { readonly sessionId: SessionId }) => {
  const { t, i18n } = useTranslation("sessions");
  const session = useSessionSelector(sessionId, (state) => state);
  const { outcome, run } = useOutcome();
  if (session === undefined) return null;
  const { usage } = session;
  return (
    <div className={styles["panel"]}>
      <dl className={styles["facts"]}>
        <Fact name={t("facts.workspace")}>
          <code>{session.workspacePath}</code>
        </Fact>
        <Fact name={t("facts.model")}>{session.modelName}</Fact>
        <Fact name={t("facts.started")}>
          <TimeAgo at={session.createdAt} />
        </Fact>
        <Fact name={t("facts.steps")}>{formatNumber(session.steps.length, i18n.language)}</Fact>
        <Fact name={t("facts.calls")}>{formatNumber(session.calls.length, i18n.language)}</Fact>
        <Fact name={t("facts.tokens")}>
          {t("facts.tokensValue", {
            input: formatTokens(usage.inputTokens, i18n.language),
            output: formatTokens(usage.outputTokens, i18n.language),
          })}
          {usage.isEstimated && ` · ${t("facts.estimated")}`}
        </Fact>
        <Fact name={t("facts.cost")}>
          {session.costUsd === null ? t("facts.noPrice") : formatUsd(session.costUsd, i18n.language)}
        </Fact>
        <Fact name={t("facts.id")}>
          <code>{sessionId}</code> <CopyButton text={sessionId} isIconOnly />
        </Fact>
      </dl>
      <Select
        label={t("create.mode")}
        value={session.policyMode}
        onChange={(policyMode) =>
          run(bridge.request("session.update", { sessionId, policyMode }), "changeFailed")
        }
        options={modes.map((one) => ({
          value: one,
          label: t(`mode.${one}.name`),
          detail: t(`mode.${one}.text`),
        }))}
      />
      <h3>{t("facts.limits")}</h3>
      <Limits session={session} />
      <SystemPrompt sessionId={sessionId} text={session.systemPrompt} />
      <div className={styles["actions"]}>
        <Button
          onClick={() =>
            run(bridge.request("app.exportSession", { sessionId, format: "json" }), "exportFailed")
          }
        >
          {t("facts.exportJson")}
        </Button>
        <Button
          onClick={() =>
            run(bridge.request("app.exportSession", { sessionId, format: "markdown" }), "exportFailed")
          }
        >
          {t("facts.exportMarkdown")}
        </Button>
      </div>
      <OutcomeLine outcome={outcome} />
    </div>
  );
};
