import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, SessionId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Dialog, ErrorState, TextField } from "../../design/index.ts";
import { closeSessionDialogs, sessionsNow } from "./sessions.ts";

/** Gives a session another title. */
export const RenameDialog = ({ sessionId }: { readonly sessionId: SessionId }) => {
  const { t } = useTranslation("sessions");
  const [title, setTitle] = useState(
    () => sessionsNow().items.find((item) => item.sessionId === sessionId)?.title ?? "",
  );
  const [error, setError] = useState<Failure>();
  const name = title.trim();
  const save = async (): Promise<void> => {
    const answer = await bridge.request("session.update", { sessionId, title: name });
    if (answer.ok) closeSessionDialogs();
    else setError(answer.error);
  };
  return (
    <Dialog
      isOpen
      size="small"
      onClose={closeSessionDialogs}
      title={t("renameTitle")}
      footer={
        <>
          <Button onClick={closeSessionDialogs}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" form="rename-session" disabled={name === ""}>
            {t("rename")}
          </Button>
        </>
      }
    >
      <form
        id="rename-session"
        onSubmit={(event) => {
          event.preventDefault();
          save().catch((cause: unknown) => console.error("renaming failed", cause));
        }}
      >
        {error !== undefined && <ErrorState layout="inline" title={t("renameFailed")} failure={error} />}
        <TextField
          label={t("create.name")}
          value={title}
          maxLength={300}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  );
};
