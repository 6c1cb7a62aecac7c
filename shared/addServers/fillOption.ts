import type { OptionField, OptionValues, ServerDefinition, ServerOption } from "../contract/index.ts";

const place = /\$\{input:([^}]+)\}/g;
const whole = /^\$\{input:([^}]+)\}$/;

/** What came of a form: the definition, or the labels of what must still be filled in. */
export type Filled =
  | { readonly ok: true; readonly definition: ServerDefinition }
  | {
      readonly ok: false;
      readonly missing: string[];
      /** Fields with a value that is none of theirs: no number, out of its bounds, or none of the choices. */
      readonly wrong: readonly OptionField[];
    };

const keysIn = (text: string): string[] => [...text.matchAll(place)].map(([, key]) => key ?? "");

const fits = (value: string, { kind, choices, min, max }: OptionField): boolean => {
  if (choices !== undefined) return choices.includes(value);
  if (kind !== "number") return true;
  const number = Number(value);
  return (
    /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i.test(value) &&
    number >= (min ?? -Infinity) &&
    number <= (max ?? Infinity)
  );
};

/** A text or an entry that uses an empty place is left out: an optional variable that is not set is not there. */
const entriesOf = (
  values: Readonly<Record<string, string>>,
  isFilled: (key: string) => boolean,
  put: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, text]) => keysIn(text).every(isFilled))
      .map(([name, text]) => [name, put(text)]),
  );

/** The values of each field, empty ones left out. */
const givenBy = (fields: ServerOption["fields"], values: OptionValues): ReadonlyMap<string, string[]> =>
  new Map(
    fields.map(({ key, preset }) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      const texts = value === undefined ? (preset === undefined ? [] : preset.split("\n")) : [value].flat();
      return [key, texts.filter((text) => text !== "")];
    }),
  );

/**
 * The definition that an option makes with these values; where none was given the preset counts. Values are put in as they
 * are: no place in a value is filled in again, and no shell reads an argument.
 */
export const fillOption = (
  { base, args, fields }: ServerOption,
  values: OptionValues,
  name: string,
): Filled => {
  const given = givenBy(fields, values);
  const valuesOf = (key: string): string[] => given.get(key) ?? [];
  const isFilled = (key: string): boolean => valuesOf(key).length > 0;
  const missing = fields
    .filter(({ key, isRequired }) => isRequired && !isFilled(key))
    .map(({ label }) => label);
  const wrong = fields.filter((field) => !valuesOf(field.key).every((value) => fits(value, field)));
  if (missing.length > 0 || wrong.length > 0) return { ok: false, missing, wrong };
  const put = (text: string): string => text.replace(place, (_, key: string) => valuesOf(key).join(" "));
  const isOn = (key: string): boolean => isFilled(key) && valuesOf(key)[0] !== "false";
  const putArg = (text: string): string[] => {
    const key = whole.exec(text)?.[1];
    return key === undefined ? [put(text)] : valuesOf(key);
  };
  const filledArgs = args
    .filter(({ parts, needs }) => needs.every(isOn) && parts.flatMap(keysIn).every(isFilled))
    .flatMap(({ parts }) => parts.flatMap(putArg));
  const { transport } = base;
  switch (transport.kind) {
    case "stdio":
      return {
        ok: true,
        definition: {
          ...base,
          name,
          transport: {
            ...transport,
            command: put(transport.command),
            ...(filledArgs.length > 0 ? { args: filledArgs } : {}),
            ...(transport.env === undefined ? {} : { env: entriesOf(transport.env, isFilled, put) }),
          },
        },
      };
    case "http":
      return {
        ok: true,
        definition: {
          ...base,
          name,
          transport: {
            ...transport,
            url: put(transport.url),
            ...(transport.headers === undefined
              ? {}
              : { headers: entriesOf(transport.headers, isFilled, put) }),
          },
        },
      };
    case "bundled":
      return { ok: true, definition: base };
  }
};
