import { useTranslation } from "react-i18next";
import type { OptionField } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Checkbox, Select, TextArea, TextField } from "../../design/index.ts";
import { revealAsText } from "../reveal/index.ts";
import styles from "./AddServers.module.css";

interface FieldProps {
  readonly field: OptionField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One thing that is asked for before a server can be added. */
export const OptionInput = ({ field, value, onChange }: FieldProps) => {
  const { t } = useTranslation("addServers");
  const { isRequired, choices, kind, isMultiple } = field;
  // Words of whoever made the server.
  const label = revealAsText(field.label);
  const hint = field.description === undefined ? undefined : revealAsText(field.description);
  if (choices !== undefined)
    return (
      <Select
        label={label}
        hint={hint}
        isRequired={isRequired}
        value={value === "" ? undefined : value}
        options={choices.map((one) => ({ value: one, label: revealAsText(one) }))}
        onChange={onChange}
      />
    );
  if (kind === "boolean")
    return (
      <Checkbox
        label={label}
        hint={hint}
        isChecked={value === "true"}
        onChange={(isOn) => onChange(String(isOn))}
      />
    );
  const shared = { label, hint, isRequired, value, isMono: true } as const;
  const choose = async (): Promise<void> => {
    const chosen = await bridge.request("app.chooseFolder", {});
    if (!chosen.ok || chosen.value === null) return;
    const { path } = chosen.value;
    onChange(isMultiple && value.trim() !== "" ? `${value.replace(/\n+$/, "")}\n${path}` : path);
  };
  return (
    <div className={styles["group"]}>
      {isMultiple ? (
        <TextArea
          {...shared}
          label={t("option.oneALine", { label })}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <TextField
          {...shared}
          type={field.isSecret ? "password" : "text"}
          inputMode={kind === "number" ? "decimal" : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {kind === "folder" && (
        <div>
          <Button
            size="small"
            onClick={() => {
              choose().catch((cause: unknown) => console.error("app.chooseFolder failed", cause));
            }}
          >
            {t("option.choose")}
          </Button>
        </div>
      )}
    </div>
  );
};
