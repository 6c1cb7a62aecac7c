import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fillOption } from "../../../shared/addServers/index.ts";
import type { OptionField, OptionValues, ServerOption } from "../../../shared/contract/index.ts";
import { Button } from "../../design/index.ts";
import { propose, type Proposal } from "../addWays/index.ts";
import { revealAsText } from "../reveal/index.ts";
import { OptionInput } from "./OptionInput.tsx";
import styles from "./AddServers.module.css";

/** What a value of a field must be, as far as its bounds say it. */
const wrongKey = ({ kind, min, max }: OptionField) => {
  if (kind !== "number") return "option.notAChoice";
  if (min !== undefined && max !== undefined) return "option.numberBetween";
  if (min !== undefined) return "option.numberFrom";
  return max === undefined ? "option.number" : "option.numberTo";
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
  const [problems, setProblems] = useState<readonly string[]>([]);
  const values: OptionValues = Object.fromEntries(
    option.fields.flatMap(({ key, isMultiple }) => {
      const value = typed[key];
      return value === undefined ? [] : [[key, isMultiple ? value.split("\n") : value]];
    }),
  );
  const review = (): void => {
    const filled = fillOption(option, values, option.base.name);
    if (!filled.ok) {
      const missing = t("option.missing", { names: filled.missing.map(revealAsText).join(", ") });
      return setProblems([
        ...(filled.missing.length > 0 ? [missing] : []),
        ...filled.wrong.map((field) => t(wrongKey(field), { ...field, label: revealAsText(field.label) })),
      ]);
    }
    setProblems([]);
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
        <OptionInput
          key={field.key}
          field={field}
          value={typed[field.key] ?? field.preset ?? ""}
          onChange={(value) => setTyped((was) => ({ ...was, [field.key]: value }))}
        />
      ))}
      {problems.length > 0 && (
        <div role="alert" className={styles["wrong"]}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <div>
        <Button kind="primary" type="submit">
          {t("review", { count: 1 })}
        </Button>
      </div>
    </form>
  );
};
