import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject, SessionId, StepId } from "../../../shared/contract/index.ts";
import { Button, ErrorState, Skeleton } from "../../design/index.ts";
import { formatNumber } from "../../format/index.ts";
import { BoundedCode, BoundedJson } from "./BoundedCode.tsx";
import styles from "./inspector.module.css";
import { useAnswer } from "./useAnswer.ts";

const textOf = (message: JsonObject): string => {
  const content = message["content"];
  return typeof content === "string" ? content : "";
};

const Message = ({ message, isOpen }: { readonly message: JsonObject; readonly isOpen: boolean }) => {
  const { t, i18n } = useTranslation("timeline");
  const [isShown, setShown] = useState(isOpen);
  const role = typeof message["role"] === "string" ? message["role"] : "?";
  const text = textOf(message);
  const { content: _content, role: _role, ...rest } = message;
  const hasMore = Object.values(rest).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "",
  );
  return (
    <details
      className={styles["more"]}
      open={isShown}
      onToggle={(event) => setShown(event.currentTarget.open)}
    >
      <summary>
        <span className={styles["role"]}>{t(`role.${role}`, { defaultValue: role })}</span>
        <span className={styles["quiet"]}>
          {t("characters", { count: text.length, shown: formatNumber(text.length, i18n.language) })}
        </span>
      </summary>
      {isShown && text !== "" && (
        <BoundedCode text={text} label={t(`role.${role}`, { defaultValue: role })} />
      )}
      {isShown && hasMore && <BoundedJson value={rest} label={t("prompt.rest")} />}
    </details>
  );
};

/** The exact request of the step as the model got it (LOOP-01). */
export const PromptTab = ({
  sessionId,
  stepId,
}: {
  readonly sessionId: SessionId;
  readonly stepId: StepId;
}) => {
  const { t } = useTranslation("timeline");
  const prompt = useAnswer("step.prompt", { sessionId, stepId });
  if (prompt.status === "loading") return <Skeleton />;
  if (prompt.status === "failed")
    return (
      <ErrorState
        title={t("prompt.failed")}
        failure={prompt.error}
        action={<Button onClick={prompt.again}>{t("retry")}</Button>}
      />
    );
  const { model, messages, tools } = prompt.value;
  return (
    <div className={styles["tab"]}>
      <p className={styles["quiet"]}>
        {t("prompt.about", { model, messages: messages.length, tools: tools.length })}
      </p>
      {messages.map((message, at) => (
        <Message key={at} message={message} isOpen={at === 0} />
      ))}
      <details className={styles["more"]}>
        <summary>{t("prompt.tools", { count: tools.length })}</summary>
        <BoundedJson value={tools} label={t("prompt.tools", { count: tools.length })} />
      </details>
    </div>
  );
};
