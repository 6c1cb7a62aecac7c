import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ModelInfo } from "../../../shared/contract/index.ts";
import { Button, Dialog, ErrorState } from "../../design/index.ts";
import { modelsStore, useModelsPage } from "./models.ts";

const close = (): void => useModelsPage.setState({ removing: undefined });

/** Asks before a model and its key go. */
export const RemoveModelDialog = ({ model }: { readonly model: ModelInfo }) => {
  const { t } = useTranslation("models");
  const [error, setError] = useState<Failure>();
  const remove = async (): Promise<void> => {
    const answer = await modelsStore.remove(model.modelId);
    if (answer.ok) close();
    else setError(answer.error);
  };
  return (
    <Dialog
      isOpen
      size="small"
      onClose={close}
      title={t("remove.title", { name: model.name })}
      description={t(model.key === "none" ? "remove.text" : "remove.textWithKey")}
      footer={
        <>
          <Button onClick={close} autoFocus>
            {t("cancel")}
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              remove().catch((cause: unknown) => console.error("model.remove failed", cause));
            }}
          >
            {t("remove.submit")}
          </Button>
        </>
      }
    >
      {error !== undefined && <ErrorState layout="inline" title={t("remove.failed")} failure={error} />}
    </Dialog>
  );
};
