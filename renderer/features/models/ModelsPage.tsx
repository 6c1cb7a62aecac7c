import { Cpu, Plus } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { moveInRows, useActions, type Action } from "../../actions/index.ts";
import { Button, EmptyState, ErrorState, Skeleton } from "../../design/index.ts";
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
  const { status, items, error } = useModels((view) => view);
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
    <div className={styles["page"]}>
      <header className={styles["header"]}>
        <div>
          <h1>{t("title")}</h1>
          <p className={styles["quiet"]}>{t("about")}</p>
        </div>
        <Button icon={<Plus size={16} aria-hidden />} onClick={startAddingModel}>
          {t("add")}
        </Button>
      </header>
      <KeyStoreNote />
      {error !== undefined && (
        <ErrorState
          layout={items.length > 0 ? "inline" : "page"}
          title={t("listFailed")}
          failure={error}
          action={<Button onClick={retry}>{t("retry")}</Button>}
        />
      )}
      {status === "loading" && <Skeleton rows={4} />}
      {status === "ready" && items.length === 0 && (
        <EmptyState
          icon={<Cpu size={16} aria-hidden />}
          title={t("empty.title")}
          text={t("empty.text")}
          action={<Button onClick={startAddingModel}>{t("add")}</Button>}
        />
      )}
      <ul className={styles["list"]} onKeyDown={moveInRows}>
        {items.map((model, at) => (
          <ModelCard key={model.modelId} model={model} isCurrent={at === 0} />
        ))}
      </ul>
      {isAdding && <AddModelDialog />}
      {removed !== undefined && <RemoveModelDialog model={removed} />}
      {keyed !== undefined && <SetKeyDialog model={keyed} />}
    </div>
  );
};
