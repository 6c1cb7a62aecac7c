import { useTranslation } from "react-i18next";
import type { ModelInfo } from "../../../shared/contract/index.ts";
import { RemoveDialog } from "../../design/index.ts";
import { modelsStore, useModelsPage } from "./models.ts";

const close = (): void => useModelsPage.setState({ removing: undefined });

/** Asks before a model and its key go. */
export const RemoveModelDialog = ({ model }: { readonly model: ModelInfo }) => {
  const { t } = useTranslation("models");
  return (
    <RemoveDialog
      title={t("remove.title", { name: model.name })}
      text={t(model.key === "none" ? "remove.text" : "remove.textWithKey")}
      labels={{ cancel: t("cancel"), submit: t("remove.submit"), failed: t("remove.failed") }}
      remove={() => modelsStore.remove(model.modelId)}
      onRemoved={close}
      onClose={close}
    />
  );
};
