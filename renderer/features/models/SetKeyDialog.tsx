import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ModelInfo } from "../../../shared/contract/index.ts";
import { Button, Dialog, ErrorState, TextField } from "../../design/index.ts";
import { KeyStoreNote } from "./KeyStoreNote.tsx";
import { modelsStore, useModelsPage } from "./models.ts";

const close = (): void => useModelsPage.setState({ keyFor: undefined });

/** Takes a model's key, the first one or another; where the system has no key store it is asked for again in every run (MODEL-02). */
export const SetKeyDialog = ({ model }: { readonly model: ModelInfo }) => {
  const { t } = useTranslation("models");
  const [key, setKey] = useState("");
  const [error, setError] = useState<Failure>();
  const save = async (): Promise<void> => {
    const answer = await modelsStore.setKey(model.modelId, key.trim());
    if (answer.ok) close();
    else setError(answer.error);
  };
  return (
    <Dialog
      isOpen
      size="small"
      onClose={close}
      title={t("setKey.title", { name: model.name })}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" form="set-key" disabled={key.trim() === ""}>
            {t("setKey.submit")}
          </Button>
        </>
      }
    >
      <form
        id="set-key"
        onSubmit={(event) => {
          event.preventDefault();
          save().catch((cause: unknown) => console.error("model.setKey failed", cause));
        }}
      >
        {error !== undefined && <ErrorState layout="inline" title={t("setKey.failed")} failure={error} />}
        <TextField
          type="password"
          label={t("form.key")}
          value={key}
          maxLength={4000}
          autoFocus
          autoComplete="off"
          onChange={(event) => setKey(event.target.value)}
        />
        <KeyStoreNote />
      </form>
    </Dialog>
  );
};
