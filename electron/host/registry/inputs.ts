import type { OptionField, ServerOption } from "../../../shared/contract/index.ts";
import { field, isLoose, isTrue, list, text, type Loose } from "./loose.ts";

/** A text with places to fill in, and the fields that fill them. */
export interface Template {
  readonly text: string;
  readonly fields: readonly OptionField[];
}

const kinds: Readonly<Record<string, OptionField["kind"]>> = {
  number: "number",
  boolean: "boolean",
  filepath: "file",
  file_path: "file",
};

const choicesOf = (input: Loose): Pick<OptionField, "choices"> => {
  const choices = field(input, "choices");
  const texts = Array.isArray(choices) ? choices.filter((one) => typeof one === "string") : [];
  return texts.length > 0 ? { choices: texts.slice(0, 100) } : {};
};

const describe = (key: string, label: string, input: Loose): OptionField => {
  const description = text(input, "description", 2000) ?? text(input, "placeholder", 400);
  const preset = field(input, "default");
  return {
    key,
    label,
    ...(description === undefined ? {} : { description }),
    kind: kinds[text(input, "format") ?? ""] ?? "string",
    isRequired: isTrue(input, "isRequired"),
    isSecret: isTrue(input, "isSecret"),
    isMultiple: isTrue(input, "isRepeated"),
    ...(["string", "number", "boolean"].includes(typeof preset) ? { preset: String(preset) } : {}),
    ...choicesOf(input),
  };
};

/**
 * An input as a template. One with a `value` is fixed but for its `{variables}`; a name in braces that is no variable stays as
 * it is. One without is asked for as a whole (the registry's rules, mcp.md §1.5).
 */
export const templateOf = (key: string, label: string, input: Loose): Template => {
  const fixed = text(input, "value", 8000);
  if (fixed === undefined) return { text: `\${input:${key}}`, fields: [describe(key, label, input)] };
  const found = field(input, "variables");
  const variables = isLoose(found) ? found : {};
  const fields: OptionField[] = [];
  const filled = fixed.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!isLoose(variable)) return whole;
    const inner = templateOf(`${key}.${name}`, name, variable);
    fields.push(...inner.fields);
    return inner.text;
  });
  return { text: filled, fields };
};

/** Variables or headers by name. */
export interface NamedTemplates {
  readonly values: Record<string, string>;
  readonly fields: OptionField[];
}

/** Named inputs: environment variables or headers. */
export const namedTemplates = (kind: "env" | "header", inputs: readonly Loose[]): NamedTemplates => {
  const made = inputs.flatMap((input) => {
    const name = text(input, "name", 200);
    return name === undefined ? [] : [{ name, template: templateOf(`${kind}.${name}`, name, input) }];
  });
  return {
    values: Object.fromEntries(made.map(({ name, template }) => [name, template.text])),
    fields: made.flatMap(({ template }) => template.fields),
  };
};

/** Arguments as an option has them. */
export interface ArgTemplates {
  readonly args: ServerOption["args"];
  readonly fields: OptionField[];
}

const argOf = (
  kind: string,
  at: number,
  input: Loose,
): { arg: ServerOption["args"][number]; fields: readonly OptionField[] } => {
  const name = text(input, "name", 400);
  const isNamed =
    text(input, "type") === "named" || (text(input, "type") === undefined && name !== undefined);
  const key = `${kind}.${at}`;
  if (!isNamed || name === undefined) {
    const label = text(input, "valueHint", 200) ?? `${at + 1}`;
    const template = templateOf(key, label, input);
    return { arg: { parts: [template.text], needs: [] }, fields: template.fields };
  }
  const isSwitch = text(input, "format") === "boolean" && field(input, "value") === undefined;
  const template = templateOf(key, name, input);
  if (isSwitch) return { arg: { parts: [name], needs: [key] }, fields: template.fields };
  const isBare =
    field(input, "value") === undefined &&
    field(input, "default") === undefined &&
    text(input, "description") === undefined &&
    text(input, "valueHint") === undefined &&
    !isTrue(input, "isRequired");
  // A name and nothing else is a flag of its own.
  if (isBare) return { arg: { parts: [name], needs: [] }, fields: [] };
  return { arg: { parts: [name, template.text], needs: [] }, fields: template.fields };
};

/** Arguments of a package, positional and named, in their order. */
export const argTemplates = (kind: "runtime" | "argument", from: Loose, name: string): ArgTemplates => {
  const made = list(from, name).map((input, at) => argOf(kind, at, input));
  return { args: made.map(({ arg }) => arg), fields: made.flatMap(({ fields }) => [...fields]) };
};
