import { useMemo, useState } from "react";
import type { JsonObject } from "../../../shared/contract/index.ts";
import { placeKey, readForm, readJson, type EmptyText } from "./readForm.ts";
import type { Problem } from "./checks.ts";
import type { Field } from "./field.ts";
import { readSchema, type Form } from "./readSchema.ts";
import { typedOf, type Typed, type TypedGroup } from "./typed.ts";

/** A form as its controls see it. */
export interface FormControl {
  readonly form: Form;
  readonly typed: TypedGroup;
  readonly isMultiline: boolean;
  /** What is wrong at a place, once sending was tried. */
  problemAt(path: readonly string[]): Problem | undefined;
  set(path: readonly string[], typed: Typed): void;
  /** Counts the tries to send that found something wrong, so that the first wrong field can take the focus. */
  readonly failedTries: number;
}

/** A {@link FormControl} with its other face, the same object as JSON text. */
export interface ArgumentsControl extends FormControl {
  readonly view: "form" | "json";
  readonly json: string;
  readonly jsonProblem: Problem | undefined;
  setJson(text: string): void;
  /** Turns to the other face; what stands here is carried over, and a JSON text that is no object stays. */
  show(view: "form" | "json"): void;
  /** The filled-in object, or null when something is wrong with it; then that shows. */
  submit(): JsonObject | null;
}

const withTyped = (group: TypedGroup, [name, ...rest]: readonly string[], typed: Typed): TypedGroup => {
  if (name === undefined) return group;
  const inner = Object.hasOwn(group, name) ? group[name] : undefined;
  const nested = typeof inner === "object" && !Array.isArray(inner) ? (inner as TypedGroup) : {};
  return { ...group, [name]: rest.length === 0 ? typed : withTyped(nested, rest, typed) };
};

/** Whether the fields alone can show a value: it holds nothing that no control stands for. */
const isShowable = (fields: readonly Field[], value: JsonObject): boolean =>
  Object.entries(value).every(([name, part]) => {
    const field = fields.find((one) => one.name === name);
    if (field === undefined) return false;
    const isObject = typeof part === "object" && part !== null && !Array.isArray(part);
    return field.kind !== "group" || (isObject && isShowable(field.fields, part as JsonObject));
  });

/**
 * Drives the form of a schema. `emptyText` says what an empty required text means; `initial` what is filled in already. The
 * schema must stay the same object while the form is open.
 */
export const useForm = (
  schema: JsonObject,
  { initial, emptyText }: { readonly initial?: JsonObject; readonly emptyText: EmptyText },
): ArgumentsControl => {
  const form = useMemo(() => readSchema(schema), [schema]);
  const [typed, setTyped] = useState(() => typedOf(form.group, initial ?? {}));
  const startsAsJson = form.group.fields.length === 0 && form.hasMore;
  const isHidden = initial !== undefined && !isShowable(form.group.fields, initial);
  const [view, setView] = useState<"form" | "json">(startsAsJson || isHidden ? "json" : "form");
  const [json, setJson] = useState(() =>
    JSON.stringify(initial ?? readForm(form.group, typed, emptyText).value, null, 2),
  );
  const [failedTries, setFailedTries] = useState(0);
  const reading = readForm(form.group, typed, emptyText);
  const parsed = readJson(json);
  return {
    form,
    typed,
    view,
    json,
    failedTries,
    isMultiline: emptyText === "given",
    jsonProblem: view === "json" && failedTries > 0 && "problem" in parsed ? parsed.problem : undefined,
    problemAt: (path) => (failedTries > 0 ? reading.problems.get(placeKey(path)) : undefined),
    set: (path, next) => setTyped((was) => withTyped(was, path, next)),
    setJson,
    show: (next) => {
      if (next === "json") setJson(JSON.stringify(reading.value, null, 2));
      else if ("problem" in parsed) {
        setFailedTries((was) => was + 1);
        return;
      } else setTyped(typedOf(form.group, parsed.value));
      setView(next);
    },
    submit: () => {
      const isWrong = view === "json" ? "problem" in parsed : reading.problems.size > 0;
      if (isWrong) {
        setFailedTries((was) => was + 1);
        return null;
      }
      return view === "json" ? ("value" in parsed ? parsed.value : null) : reading.value;
    },
  };
};
