import { useTranslation } from "react-i18next";
import { Checkbox, Select, TextArea, TextField } from "../../design/index.ts";
import { hasHidden, Revealed } from "../reveal/index.ts";
import type {
  BooleanField,
  ChoiceField,
  Field,
  JsonField,
  ListItem,
  NumberField,
  TextField as Text,
} from "./field.ts";
import styles from "./forms.module.css";
import type { Typed } from "./typed.ts";
import type { FormControl } from "./useForm.ts";
import { aboutText, labelText, useProblemText } from "./words.ts";

export interface ControlProps<F extends Field> {
  readonly field: F;
  readonly path: readonly string[];
  readonly typed: Typed;
  readonly control: FormControl;
}

const NONE = "none";
/** From this many characters on a text gets several lines. */
const LONG_TEXT = 200;

/** What stands below a control: what the schema says of it, and what the typed text hides. */
const Hint = ({ about, value }: { readonly about: string | undefined; readonly value: string }) => (
  <>
    {about !== undefined && <span className={styles["about"]}>{aboutText(about)}</span>}
    {hasHidden(value) && (
      <code className={styles["hidden"]}>
        <Revealed text={value} isStrict />
      </code>
    )}
  </>
);

const hintOf = (about: string | undefined, value: string) =>
  about === undefined && !hasHidden(value) ? undefined : <Hint about={about} value={value} />;

const inputOf = (
  item: ListItem,
): { readonly type?: string; readonly inputMode?: "decimal" | "email" | "url"; readonly step?: number } => {
  if (item.kind === "number") return { inputMode: "decimal" };
  switch (item.format) {
    case "date":
      return { type: "date" };
    case "date-time":
      return { type: "datetime-local", step: 1 };
    case "email":
      return { inputMode: "email" };
    case "uri":
      return { inputMode: "url" };
    default:
      return {};
  }
};

const isLong = (field: Text, value: string, isMultiline: boolean): boolean =>
  field.format === undefined && (isMultiline || value.includes("\n") || (field.maxLength ?? 0) > LONG_TEXT);

/** A text or a number. */
export const LineControl = ({ field, path, typed, control }: ControlProps<Text | NumberField>) => {
  const problemText = useProblemText();
  const value = typeof typed === "string" ? typed : "";
  const props = {
    label: labelText(field.label),
    isRequired: field.isRequired,
    hint: hintOf(field.description, value),
    error: problemText(control.problemAt(path)),
    value,
  };
  if (field.kind === "text" && isLong(field, value, control.isMultiline))
    return (
      <TextArea
        {...props}
        isMono={control.isMultiline}
        rows={1}
        className={styles["growing"]}
        onChange={(event) => control.set(path, event.target.value)}
      />
    );
  return (
    <TextField {...props} {...inputOf(field)} onChange={(event) => control.set(path, event.target.value)} />
  );
};

/** Anything a control cannot show: its JSON. */
export const JsonControl = ({ field, path, typed, control }: ControlProps<JsonField>) => {
  const { t } = useTranslation("forms");
  const problemText = useProblemText();
  const value = typeof typed === "string" ? typed : "";
  return (
    <TextArea
      label={t("asJson", { name: labelText(field.label) })}
      isRequired={field.isRequired}
      hint={hintOf(field.description, value)}
      error={problemText(control.problemAt(path))}
      isMono
      rows={2}
      className={styles["growing"]}
      placeholder={field.sample}
      value={value}
      onChange={(event) => control.set(path, event.target.value)}
    />
  );
};

/** Yes or no. */
export const BooleanControl = ({ field, path, typed, control }: ControlProps<BooleanField>) => (
  <Checkbox
    label={labelText(field.label)}
    hint={field.description === undefined ? undefined : aboutText(field.description)}
    isChecked={typed === true}
    onChange={(isChecked) => control.set(path, isChecked)}
  />
);

/** One of a few values; one that may be left out can be taken back. */
export const ChoiceControl = ({ field, path, typed, control }: ControlProps<ChoiceField>) => {
  const { t } = useTranslation("forms");
  const problemText = useProblemText();
  const options = field.choices.map(({ label }, at) => ({ value: String(at), label: labelText(label) }));
  return (
    <Select
      label={labelText(field.label)}
      isRequired={field.isRequired}
      hint={hintOf(field.description, "")}
      error={problemText(control.problemAt(path))}
      value={typeof typed === "string" ? typed : undefined}
      placeholder={t("choose")}
      options={field.isRequired ? options : [{ value: NONE, label: t("leftOut") }, ...options]}
      onChange={(next) => control.set(path, next === NONE ? undefined : next)}
    />
  );
};

/** One value of a list. */
export const ItemControl = ({
  label,
  item,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly item: ListItem;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) => (
  <TextField
    label={label}
    isLabelHidden
    hint={hintOf(undefined, value)}
    error={error}
    value={value}
    {...inputOf(item)}
    onChange={(event) => onChange(event.target.value)}
  />
);
