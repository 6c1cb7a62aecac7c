import { Plus, TriangleAlert, X } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, Checkbox, IconButton } from "../../design/index.ts";
import type { ChoicesField, Field, GroupField, ListField } from "./field.ts";
import styles from "./forms.module.css";
import {
  BooleanControl,
  ChoiceControl,
  ItemControl,
  JsonControl,
  LineControl,
  type ControlProps,
} from "./PlainControls.tsx";
import { typedIn, type Typed, type TypedGroup } from "./typed.ts";
import type { FormControl } from "./useForm.ts";
import { aboutText, labelText, useProblemText } from "./words.ts";

const textsOf = (typed: Typed): readonly string[] =>
  Array.isArray(typed) ? (typed as readonly string[]) : [];

/** Controls that belong together, with their name, what the schema says of them, and what is wrong with them as a whole. */
const Frame = ({
  field,
  error,
  children,
}: {
  readonly field: Field;
  readonly error: string | undefined;
  readonly children: ReactNode;
}) => {
  const id = useId();
  return (
    <fieldset
      className={styles["many"]}
      aria-describedby={`${id}-more`}
      aria-invalid={error !== undefined || undefined}
    >
      <legend>
        {labelText(field.label)}
        {field.isRequired && (
          <span aria-hidden className={styles["required"]}>
            *
          </span>
        )}
      </legend>
      <div id={`${id}-more`} className={styles["more"]}>
        {field.description !== undefined && (
          <span className={styles["about"]}>{aboutText(field.description)}</span>
        )}
        {error !== undefined && (
          <span className={styles["error"]} role="alert">
            <TriangleAlert size={14} aria-hidden />
            {error}
          </span>
        )}
      </div>
      {children}
    </fieldset>
  );
};

const ChoicesControl = ({ field, path, typed, control }: ControlProps<ChoicesField>) => {
  const problemText = useProblemText();
  const chosen = textsOf(typed);
  return (
    <Frame field={field} error={problemText(control.problemAt(path))}>
      <div className={styles["choices"]}>
        {field.choices.map(({ label }, at) => {
          const place = String(at);
          return (
            <Checkbox
              key={place}
              label={labelText(label)}
              isChecked={chosen.includes(place)}
              onChange={(isOn) =>
                control.set(path, isOn ? [...chosen, place] : chosen.filter((one) => one !== place))
              }
            />
          );
        })}
      </div>
    </Frame>
  );
};

const ListControl = ({ field, path, typed, control }: ControlProps<ListField>) => {
  const { t } = useTranslation("forms");
  const problemText = useProblemText();
  const items = textsOf(typed);
  const name = labelText(field.label);
  return (
    <Frame field={field} error={problemText(control.problemAt(path))}>
      {items.map((value, at) => (
        <div key={at} className={styles["item"]}>
          <ItemControl
            label={t("item", { name, number: at + 1 })}
            item={field.item}
            value={value}
            error={problemText(control.problemAt([...path, String(at)]))}
            onChange={(next) => control.set(path, items.with(at, next))}
          />
          <IconButton
            label={t("removeItem", { name, number: at + 1 })}
            icon={<X size={14} aria-hidden />}
            onClick={() =>
              control.set(
                path,
                items.filter((_, other) => other !== at),
              )
            }
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          aria-label={t("addItemTo", { name })}
          onClick={() => control.set(path, [...items, ""])}
        >
          {t("addItem")}
        </Button>
      </div>
    </Frame>
  );
};

const GroupControl = ({ field, path, typed, control }: ControlProps<GroupField>) => {
  const problemText = useProblemText();
  return (
    <Frame field={field} error={problemText(control.problemAt(path))}>
      <Fields
        fields={field.fields}
        path={path}
        typed={typeof typed === "object" && !Array.isArray(typed) ? (typed as TypedGroup) : {}}
        control={control}
      />
    </Frame>
  );
};

const OneControl = ({ field, ...rest }: ControlProps<Field>) => {
  switch (field.kind) {
    case "text":
    case "number":
      return <LineControl field={field} {...rest} />;
    case "boolean":
      return <BooleanControl field={field} {...rest} />;
    case "choice":
      return <ChoiceControl field={field} {...rest} />;
    case "choices":
      return <ChoicesControl field={field} {...rest} />;
    case "list":
      return <ListControl field={field} {...rest} />;
    case "group":
      return <GroupControl field={field} {...rest} />;
    case "json":
      return <JsonControl field={field} {...rest} />;
  }
};

/** The controls of an object's properties, one under the other. */
export const Fields = ({
  fields,
  path,
  typed,
  control,
}: {
  readonly fields: readonly Field[];
  readonly path: readonly string[];
  readonly typed: TypedGroup;
  readonly control: FormControl;
}) => (
  <div className={styles["fields"]}>
    {fields.map((field) => (
      <OneControl
        key={field.name}
        field={field}
        path={[...path, field.name]}
        typed={typedIn(typed, field.name)}
        control={control}
      />
    ))}
  </div>
);
