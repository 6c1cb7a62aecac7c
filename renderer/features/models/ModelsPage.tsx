import { Cpu, Plus } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { moveInRows, useActions, type Action } from "../../actions/index.ts";
import { Button, ListState, Page, PageHeader } from "../../design/index.ts";
import { AddModelDialog } from "./AddModelDialog.tsx";
import { KeyStoreNote } from "./KeyStoreNote.tsx";
import { ModelCard } from "./ModelCard.tsx";
import { refreshModels, startAddingModel, useModels, useModelsPage } from "./models.ts";
import { RemoveModelDialog } from "./RemoveModelDialog.tsx";
import { SetKeyDialog } from "./SetKeyDialog.tsx";
import styles from "./Models.module.css";

const retry = (): void => {
  refreshModels().catch((cause: unknown) => console.error("model.list failed", cause));
};

/** The place Models: what is configured, where its key lies, a test that asks it for real. */
export const ModelsPage = () => {
  const { t } = useTranslation("models");
  const list = useModels((view) => view);
  const { items } = list;
  const { isAdding, removing, keyFor } = useModelsPage((page) => page);
  const keyed = items.find((item) => item.modelId === keyFor);
  const removed = items.find((item) => item.modelId === removing);
  useActions(
    useMemo<readonly Action[]>(
      () => [
        {
          id: "models.addHere",
          title: t("add"),
          section: "models",
          keys: ["a"],
          isUnlisted: true,
          run: startAddingModel,
        },
      ],
      [t],
    ),
  );
  return (
    <Page>
      <PageHeader
        title={t("title")}
        about={t("about")}
        action={
          <Button icon={<Plus size={16} aria-hidden />} onClick={startAddingModel}>
            {t("add")}
          </Button>
        }
      />
      <KeyStoreNote />
      <ListState
        list={list}
        failed={{ title: t("listFailed"), retry: t("retry"), onRetry: retry }}
        empty={{
          icon: <Cpu size={16} aria-hidden />,
          title: t("empty.title"),
          text: t("empty.text"),
          action: <Button onClick={startAddingModel}>{t("add")}</Button>,
        }}
      />
      <ul className={styles["list"]} onKeyDown={moveInRows}>
        {items.map((model, at) => (
          <ModelCard key={model.modelId} model={model} isCurrent={at === 0} />
        ))}
      </ul>
      {isAdding && <AddModelDialog />}
      {removed !== undefined && <RemoveModelDialog model={removed} />}
      {keyed !== undefined && <SetKeyDialog model={keyed} />}
    </Page>
  );
};
