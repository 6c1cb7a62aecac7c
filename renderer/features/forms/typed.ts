import type { JsonObject } from "../../../shared/contract/index.ts";
import type { Choice, Field, GroupField, ListItem } from "./field.ts";

/** What stands in a control: a text, a mark, or the places of what was chosen; undefined where nobody touched it. */
export type Typed = string | boolean | undefined | readonly string[] | TypedGroup;

/** What stands in the controls of an object, by property. */
export interface TypedGroup {
  readonly [name: string]: Typed;
}

const pad = (value: number): string => String(value).padStart(2, "0");

/** A moment as the control for date and time takes it, in the person's own time zone; undefined when it is none. */
export const localMoment = (value: string): string | undefined => {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return undefined;
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
};

const placeOf = (choices: readonly Choice[], value: unknown): string | undefined => {
  const text = JSON.stringify(value);
  const at = choices.findIndex((choice) => JSON.stringify(choice.value) === text);
  return at < 0 ? undefined : String(at);
};

const plain = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const itemText = (item: ListItem, value: unknown): string =>
  item.kind === "text" && item.format === "date-time" && typeof value === "string"
    ? (localMoment(value) ?? value)
    : plain(value);

const controlOf = (field: Field, value: unknown): Typed => {
  switch (field.kind) {
    case "text":
    case "number":
      return itemText(field, value);
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "choice":
      return placeOf(field.choices, value);
    case "choices":
      return Array.isArray(value)
        ? value.map((one) => placeOf(field.choices, one)).filter((place) => place !== undefined)
        : undefined;
    case "list":
      return Array.isArray(value) ? value.map((one) => itemText(field.item, one)) : undefined;
    case "group":
      return typedOf(field, typeof value === "object" && value !== null ? (value as JsonObject) : {});
    case "json":
      return JSON.stringify(value, null, 2);
  }
};

/** What the controls show for a value; where it says nothing, the schema's own defaults. */
export const typedOf = (group: GroupField, value: JsonObject): TypedGroup =>
  Object.fromEntries(
    group.fields.map((field): [string, Typed] => {
      const own = Object.hasOwn(value, field.name) ? value[field.name] : field.given;
      if (own !== undefined) return [field.name, controlOf(field, own)];
      return [field.name, field.kind === "group" ? typedOf(field, {}) : undefined];
    }),
  );

/** What stands in one control of a group. */
export const typedIn = (typed: TypedGroup, name: string): Typed =>
  Object.hasOwn(typed, name) ? typed[name] : undefined;
