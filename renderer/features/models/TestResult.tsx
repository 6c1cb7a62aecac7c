import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Duration, ErrorState, Spinner } from "../../design/index.ts";
import type { TestState } from "./store.ts";
import styles from "./Models.module.css";

/** How many model names are listed; the rest is counted. */
const SHOWN_MODELS = 8;

/** What came of asking a model for one token. */
export const TestResult = ({ test }: { readonly test: TestState | undefined }) => {
  const { t } = useTranslation("models");
  if (test === undefined) return null;
  if (test.state === "running")
    return (
      <p className={styles["testLine"]} role="status">
        <Spinner size={14} />
        {t("test.running")}
        <Duration since={test.since} />
      </p>
    );
  if (!test.result.ok)
    return <ErrorState layout="inline" title={t("test.failed")} failure={test.result.error} />;
  const { latencyMs, models } = test.result.value;
  return (
    <div className={styles["testOk"]} role="status">
      <p className={styles["testLine"]}>
        <CircleCheck size={14} aria-hidden />
        {t("test.ok")}
        <Duration ms={latencyMs} />
      </p>
      {models.length > 0 && (
        <p className={styles["quiet"]}>
          {t("test.models", { count: models.length, names: models.slice(0, SHOWN_MODELS).join(", ") })}
          {models.length > SHOWN_MODELS && " …"}
        </p>
      )}
    </div>
  );
};
