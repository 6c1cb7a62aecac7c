import type { JsonObject } from "../../../shared/contract/index.ts";
import { countProblem, itemProblem, numberProblem, textProblem, type Problem } from "./checks.ts";
import type { Field, GroupField, ListItem, TextRule } from "./field.ts";
import { typedIn, type Typed, type TypedGroup } from "./typed.ts";

/** Where a field stands: its property names from the outside in, joined so that no two places have one key. */
export const placeKey = (path: readonly string[]): string => JSON.stringify(path);

/** What was filled in, and what is wrong with it by {@link placeKey}. */
export interface FormReading {
  readonly value: JsonObject;
  readonly problems: ReadonlyMap<string, Problem>;
}

/**
 * What an empty text of a required field means: `missing` where a person is asked something, `given` where the arguments of a
 * tool are made, for which an empty text is a value like any other.
 */
export type EmptyText = "missing" | "given";

interface Reader {
  readonly emptyText: EmptyText;
  readonly note: (path: readonly string[], problem: Problem) => void;
}

const momentOf = (text: string, { format }: TextRule): string => {
  if (format !== "date-time") return text;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
};

const itemValue = (text: string, item: ListItem): unknown =>
  item.kind === "text" ? momentOf(text, item) : Number(text.trim());

const textValue = (
  field: Field & ListItem,
  typed: string,
  path: readonly string[],
  reader: Reader,
): unknown => {
  if (typed === "") {
    const isGiven = field.kind === "text" && field.isRequired && reader.emptyText === "given";
    if (!isGiven) return undefined;
  }
  const problem = field.kind === "text" ? textProblem(typed, field) : numberProblem(typed, field);
  if (problem !== undefined) reader.note(path, problem);
  return itemValue(typed, field);
};

const listValue = (
  field: Extract<Field, { kind: "list" }>,
  typed: readonly string[],
  path: readonly string[],
  reader: Reader,
): unknown => {
  if (typed.length === 0 && !field.isRequired) return undefined;
  typed.forEach((text, at) => {
    const problem = itemProblem(text, field.item);
    if (problem !== undefined) reader.note([...path, String(at)], problem);
  });
  const count = countProblem(typed.length, field);
  if (count !== undefined) reader.note(path, count);
  return typed.map((text) => itemValue(text, field.item));
};

const choicesValue = (
  field: Extract<Field, { kind: "choices" }>,
  typed: readonly string[],
  path: readonly string[],
  reader: Reader,
): unknown => {
  if (typed.length === 0 && !field.isRequired) return undefined;
  const count = countProblem(typed.length, field);
  if (count !== undefined) reader.note(path, count);
  return field.choices.filter((_, at) => typed.includes(String(at))).map(({ value }) => value);
};

const jsonValue = (typed: string, path: readonly string[], reader: Reader): unknown => {
  if (typed.trim() === "") return undefined;
  try {
    return JSON.parse(typed) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    reader.note(path, { key: "json", params: { why } });
    return undefined;
  }
};

const groupOf = (typed: Typed): TypedGroup =>
  typeof typed === "object" && !Array.isArray(typed) ? (typed as TypedGroup) : {};

/** An object that may be left out and in which nothing was filled in is left out, with what it would need. */
const optionalGroup = (
  field: GroupField,
  typed: TypedGroup,
  path: readonly string[],
  reader: Reader,
): unknown => {
  const own = new Map<readonly string[], Problem>();
  const value = groupValue(field, typed, path, { ...reader, note: (at, problem) => own.set(at, problem) });
  const isTouched = [...own.values()].some(({ key }) => key !== "needed");
  if (!field.isRequired && Object.keys(value).length === 0 && !isTouched) return undefined;
  for (const [at, problem] of own) reader.note(at, problem);
  return value;
};

const fieldValue = (field: Field, typed: Typed, path: readonly string[], reader: Reader): unknown => {
  switch (field.kind) {
    case "text":
    case "number":
      return typeof typed === "string" ? textValue(field, typed, path, reader) : undefined;
    case "boolean":
      return typeof typed === "boolean" ? typed : field.isRequired ? false : undefined;
    case "choice":
      return typeof typed === "string" ? field.choices[Number(typed)]?.value : undefined;
    case "choices":
      return choicesValue(field, Array.isArray(typed) ? (typed as readonly string[]) : [], path, reader);
    case "list":
      return listValue(field, Array.isArray(typed) ? (typed as readonly string[]) : [], path, reader);
    case "group":
      return optionalGroup(field, groupOf(typed), path, reader);
    case "json":
      return typeof typed === "string" ? jsonValue(typed, path, reader) : undefined;
  }
};

const groupValue = (
  group: GroupField,
  typed: TypedGroup,
  path: readonly string[],
  reader: Reader,
): JsonObject => {
  const entries = group.fields.flatMap((field): [string, unknown][] => {
    const at = [...path, field.name];
    let isNoted = false;
    const note: Reader["note"] = (where, problem) => {
      isNoted = true;
      reader.note(where, problem);
    };
    const value = fieldValue(field, typedIn(typed, field.name), at, { ...reader, note });
    if (value === undefined && field.isRequired && !isNoted) reader.note(at, { key: "needed" });
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
};

/** Reads what was filled in. The value holds what could be read even where something is wrong. */
export const readForm = (group: GroupField, typed: TypedGroup, emptyText: EmptyText): FormReading => {
  const problems = new Map<string, Problem>();
  const value = groupValue(group, typed, [], {
    emptyText,
    note: (path, problem) => problems.set(placeKey(path), problem),
  });
  return { value, problems };
};

/** What a JSON text says as arguments: one object, or why it is none. */
export const readJson = (text: string): { readonly value: JsonObject } | { readonly problem: Problem } => {
  try {
    const value = JSON.parse(text.trim() === "" ? "{}" : text) as unknown;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { value: value as JsonObject };
    return { problem: { key: "notObject" } };
  } catch (error) {
    return {
      problem: { key: "json", params: { why: error instanceof Error ? error.message : String(error) } },
    };
  }
};
