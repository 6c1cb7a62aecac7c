import { Cpu, FlaskConical, KeyRound, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ModelInfo } from "../../../shared/contract/index.ts";
import { rowProps } from "../../actions/index.ts";
import { Badge, Button, CodeText, IconButton } from "../../design/index.ts";
import { formatTokens } from "../../format/index.ts";
import { modelsStore, useModels, useModelsPage } from "./models.ts";
import { TestResult } from "./TestResult.tsx";
import styles from "./Models.module.css";

const KeyBadge = ({ where }: { readonly where: ModelInfo["key"] }) => {
  const { t } = useTranslation("models");
  if (where === "none") return null;
  return (
    <Badge tone={where === "memory" ? "warn" : "neutral"} icon={<KeyRound size={12} aria-hidden />}>
      {t(`key.${where}`)}
    </Badge>
  );
};

/** One model: what it is, where its key lies, and a test. */
export const ModelCard = ({
  model,
  isCurrent,
}: {
  readonly model: ModelInfo;
  readonly isCurrent: boolean;
}) => {
  const { t, i18n } = useTranslation("models");
  const test = useModels((view) => view.tests[model.modelId]);
  const name = model.isDemo ? t("demo") : model.name;
  return (
    <li className={styles["card"]} {...rowProps(isCurrent)} aria-label={name}>
      <span className={styles["icon"]}>
        {model.isDemo ? <FlaskConical size={16} aria-hidden /> : <Cpu size={16} aria-hidden />}
      </span>
      <div className={styles["cardBody"]}>
        <div className={styles["cardTop"]}>
          <h2>{name}</h2>
          <KeyBadge where={model.key} />
        </div>
        {model.isDemo ? (
          <p className={styles["quiet"]}>{t("demoText")}</p>
        ) : (
          <p className={styles["facts"]}>
            {model.model !== undefined && <CodeText text={model.model} />}
            {model.baseUrl !== undefined && <CodeText text={model.baseUrl} />}
            {model.contextWindow !== undefined && (
              <span>{t("contextWindow", { tokens: formatTokens(model.contextWindow, i18n.language) })}</span>
            )}
          </p>
        )}
        <TestResult test={test} />
      </div>
      <div className={styles["cardActions"]}>
        <Button
          size="small"
          isBusy={test?.state === "running"}
          onClick={() => {
            modelsStore
              .test(model.modelId)
              .catch((cause: unknown) => console.error("model.test failed", cause));
          }}
        >
          {t("test.run")}
        </Button>
        {!model.isDemo && (
          <Button size="small" onClick={() => useModelsPage.setState({ keyFor: model.modelId })}>
            {t(model.key === "none" ? "setKey.add" : "setKey.change")}
          </Button>
        )}
        {!model.isDemo && (
          <IconButton
            size="small"
            label={t("remove.named", { name })}
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => useModelsPage.setState({ removing: model.modelId })}
          />
        )}
      </div>
    </li>
  );
};
