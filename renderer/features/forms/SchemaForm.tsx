import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button, TextArea } from "../../design/index.ts";
import styles from "./forms.module.css";
import { Fields } from "./ManyControls.tsx";
import type { ArgumentsControl } from "./useForm.ts";
import { useProblemText } from "./words.ts";

const wrong =
  "[aria-invalid='true']:is(input, textarea, button), fieldset[aria-invalid='true'] :is(input, button)";

const JsonFace = ({ control }: { readonly control: ArgumentsControl }) => {
  const { t } = useTranslation("forms");
  const problemText = useProblemText();
  return (
    <TextArea
      label={t("json")}
      isMono
      rows={6}
      className={styles["growing"]}
      value={control.json}
      error={problemText(control.jsonProblem)}
      onChange={(event) => control.setJson(event.target.value)}
    />
  );
};

/**
 * The form of a JSON Schema, and with `hasJson` its other face, the whole as JSON text. When sending finds something wrong,
 * the first wrong field takes the focus.
 */
export const SchemaForm = ({
  control,
  hasJson = false,
}: {
  readonly control: ArgumentsControl;
  readonly hasJson?: boolean;
}) => {
  const { t } = useTranslation("forms");
  const box = useRef<HTMLDivElement>(null);
  const { failedTries, view, form } = control;
  useEffect(() => {
    if (failedTries > 0) box.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [failedTries]);
  return (
    <div ref={box} className={styles["form"]}>
      {hasJson && (
        <div className={styles["faces"]} role="group" aria-label={t("faces")}>
          <Button
            size="small"
            kind={view === "form" ? "neutral" : "quiet"}
            aria-pressed={view === "form"}
            onClick={() => control.show("form")}
          >
            {t("asForm")}
          </Button>
          <Button
            size="small"
            kind={view === "json" ? "neutral" : "quiet"}
            aria-pressed={view === "json"}
            onClick={() => control.show("json")}
          >
            {t("json")}
          </Button>
        </div>
      )}
      {view === "json" && <JsonFace control={control} />}
      {view === "form" && form.group.fields.length === 0 && (
        <p className={styles["quiet"]}>{t("noFields")}</p>
      )}
      {view === "form" && (
        <Fields fields={form.group.fields} path={[]} typed={control.typed} control={control} />
      )}
      {view === "form" && hasJson && form.hasMore && <p className={styles["quiet"]}>{t("hasMore")}</p>}
    </div>
  );
};
