import { parsedUrl } from "../../format/index.ts";
import type { CountRule, ListItem, NumberRule, TextRule } from "./field.ts";

/** What is wrong with a field, as a text of the catalogue with its figures. */
export interface Problem {
  readonly key:
    | "needed"
    | "tooShort"
    | "tooLong"
    | "pattern"
    | "email"
    | "uri"
    | "date"
    | "moment"
    | "number"
    | "integer"
    | "least"
    | "above"
    | "most"
    | "below"
    | "step"
    | "fewItems"
    | "manyItems"
    | "emptyItem"
    | "json"
    | "notObject";
  readonly params?: Readonly<Record<string, string | number>>;
}

const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u;
const day = /^\d{4}-\d{2}-\d{2}$/u;

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return day.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

const formatProblem = (text: string, { format }: TextRule): Problem | undefined => {
  switch (format) {
    case "email":
      return email.test(text) ? undefined : { key: "email" };
    case "uri":
      return /^[a-z][a-z0-9+.-]*:/iu.test(text) && parsedUrl(text) !== undefined ? undefined : { key: "uri" };
    case "date":
      return isDay(text) ? undefined : { key: "date" };
    case "date-time":
      return Number.isNaN(new Date(text).getTime()) ? { key: "moment" } : undefined;
    default:
      return undefined;
  }
};

/** What keeps a text from fitting; lengths count characters as JSON Schema does, not UTF-16 units. */
export const textProblem = (text: string, rule: TextRule): Problem | undefined => {
  const length = [...text].length;
  if (rule.minLength !== undefined && length < rule.minLength)
    return { key: "tooShort", params: { count: rule.minLength } };
  if (rule.maxLength !== undefined && length > rule.maxLength)
    return { key: "tooLong", params: { count: rule.maxLength } };
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, "u").test(text))
    return { key: "pattern", params: { pattern: rule.pattern } };
  return formatProblem(text, rule);
};

const isMultiple = (value: number, step: number): boolean => {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
};

const boundProblem = (value: number, rule: NumberRule): Problem | undefined => {
  const { minimum, maximum } = rule;
  if (minimum !== undefined && (rule.isAboveMinimum === true ? value <= minimum : value < minimum))
    return { key: rule.isAboveMinimum === true ? "above" : "least", params: { bound: minimum } };
  if (maximum !== undefined && (rule.isBelowMaximum === true ? value >= maximum : value > maximum))
    return { key: rule.isBelowMaximum === true ? "below" : "most", params: { bound: maximum } };
  return undefined;
};

/** What keeps a typed number from fitting. */
export const numberProblem = (text: string, rule: NumberRule): Problem | undefined => {
  const value = Number(text.trim());
  if (text.trim() === "" || !Number.isFinite(value)) return { key: rule.isInteger ? "integer" : "number" };
  if (rule.isInteger && !Number.isSafeInteger(value)) return { key: "integer" };
  if (rule.multipleOf !== undefined && rule.multipleOf > 0 && !isMultiple(value, rule.multipleOf))
    return { key: "step", params: { step: rule.multipleOf } };
  return boundProblem(value, rule);
};

/** What keeps a list's length from fitting. */
export const countProblem = (count: number, { minItems, maxItems }: CountRule): Problem | undefined => {
  if (minItems !== undefined && count < minItems) return { key: "fewItems", params: { count: minItems } };
  return maxItems !== undefined && count > maxItems
    ? { key: "manyItems", params: { count: maxItems } }
    : undefined;
};

/** {@link textProblem} or {@link numberProblem}, by what the item is. */
export const itemProblem = (text: string, item: ListItem): Problem | undefined => {
  if (text === "") return { key: "emptyItem" };
  return item.kind === "text" ? textProblem(text, item) : numberProblem(text, item);
};
