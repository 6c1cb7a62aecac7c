import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, SessionId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Dialog, ErrorState, TextArea } from "../../design/index.ts";
import { formatNumber } from "../../format/index.ts";
import styles from "./SessionFacts.module.css";

interface PromptProps {
  readonly sessionId: SessionId;
  readonly text: string;
}

const LONGEST = 200_000;

const PromptDialog = ({ sessionId, text, onClose }: PromptProps & { readonly onClose: () => void }) => {
  const { t } = useTranslation("sessions");
  const [draft, setDraft] = useState(text);
  const [error, setError] = useState<Failure>();
  const save = async (): Promise<void> => {
    const answer = await bridge.request("session.update", { sessionId, systemPrompt: draft });
    if (answer.ok) onClose();
    else setError(answer.error);
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={t("prompt.title")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" form="system-prompt" disabled={draft === text}>
            {t("prompt.save")}
          </Button>
        </>
      }
    >
      <form
        id="system-prompt"
        onSubmit={(event) => {
          event.preventDefault();
          save().catch((cause: unknown) => console.error("saving the prompt failed", cause));
        }}
      >
        {error !== undefined && <ErrorState layout="inline" title={t("prompt.failed")} failure={error} />}
        <TextArea
          label={t("prompt.label")}
          isMono
          rows={18}
          maxLength={LONGEST}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      </form>
    </Dialog>
  );
};

/** What the agent is told before anything else: read in place, changed in a dialog (LOOP-01). */
export const SystemPrompt = ({ sessionId, text }: PromptProps) => {
  const { t, i18n } = useTranslation("sessions");
  const [isOpen, setIsOpen] = useState(false);
  const length = t("prompt.length", { count: text.length, shown: formatNumber(text.length, i18n.language) });
  return (
    <section className={styles["prompt"]} aria-label={t("prompt.title")}>
      <header className={styles["promptHead"]}>
        <h3>{t("prompt.title")}</h3>
        <span>{length}</span>
        <Button kind="quiet" onClick={() => setIsOpen(true)}>
          {t("prompt.edit")}
        </Button>
      </header>
      <p>{t("prompt.text")}</p>
      <pre tabIndex={0} className="selectable">
        {text}
      </pre>
      {isOpen && <PromptDialog sessionId={sessionId} text={text} onClose={() => setIsOpen(false)} />}
    </section>
  );
};
