import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fillOption } from "../../../shared/addServers/index.ts";
import type { OptionField, OptionValues, ServerOption } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Checkbox, Select, TextArea, TextField } from "../../design/index.ts";
import { propose, type Proposal } from "../addWays/index.ts";
import styles from "./AddServers.module.css";

interface FieldProps {
  readonly field: OptionField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Field = ({ field, value, onChange }: FieldProps) => {
  const { t } = useTranslation("addServers");
  const { label, description: hint, isRequired, choices, kind } = field;
  if (choices !== undefined)
    return (
      <Select
        label={label}
        hint={hint}
        isRequired={isRequired}
        value={value === "" ? undefined : value}
        options={choices.map((one) => ({ value: one, label: one }))}
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
  if (field.isMultiple)
    return (
      <TextArea
        {...shared}
        label={t("option.oneALine", { label })}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const choose = async (): Promise<void> => {
    const chosen = await bridge.request("app.chooseFolder", {});
    if (chosen.ok && chosen.value !== null) onChange(chosen.value.path);
  };
  return (
    <div className={styles["group"]}>
      <TextField
        {...shared}
        type={field.isSecret ? "password" : "text"}
        inputMode={kind === "number" ? "decimal" : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
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

interface OptionFormProps {
  readonly option: ServerOption;
  /** What belongs to a bundle beside the values. */
  readonly bundle?: Omit<NonNullable<Proposal["bundle"]>, "values">;
}

/** What a server of a registry or a bundle asks for; goes on to the consent page and starts nothing. */
export const OptionForm = ({ option, bundle }: OptionFormProps) => {
  const { t } = useTranslation("addServers");
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [missing, setMissing] = useState<readonly string[]>([]);
  const values: OptionValues = Object.fromEntries(
    option.fields.flatMap(({ key, isMultiple }) => {
      const value = typed[key];
      return value === undefined ? [] : [[key, isMultiple ? value.split("\n") : value]];
    }),
  );
  const review = (): void => {
    const filled = fillOption(option, values, option.base.name);
    if (!filled.ok) return setMissing(filled.missing);
    setMissing([]);
    propose([
      {
        definition: filled.definition,
        notes: option.notes,
        ...(bundle === undefined ? {} : { bundle: { ...bundle, values } }),
      },
    ]);
  };
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        review();
      }}
    >
      {option.fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={typed[field.key] ?? field.preset ?? ""}
          onChange={(value) => setTyped((was) => ({ ...was, [field.key]: value }))}
        />
      ))}
      {missing.length > 0 && (
        <p role="alert" className={styles["quiet"]}>
          {t("option.missing", { names: missing.join(", ") })}
        </p>
      )}
      <div>
        <Button kind="primary" type="submit">
          {t("review", { count: 1 })}
        </Button>
      </div>
    </form>
  );
};
