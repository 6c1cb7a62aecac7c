import type { JsonObject } from "../../../shared/contract/index.ts";
import { isLinearPattern } from "../../../shared/schema/index.ts";
import type {
  Choice,
  CountRule,
  Field,
  GroupField,
  ListItem,
  NumberRule,
  TextFormat,
  TextRule,
} from "./field.ts";
import { jsonSample } from "./sample.ts";

/** Objects nested deeper than this are typed as JSON: a form of boxes in boxes helps nobody. */
const MAX_DEPTH = 4;
const MAX_FIELDS = 200;
const MAX_CHOICES = 500;
/** References followed for one value; a schema that refers to itself ends there. */
const MAX_REFS = 20;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;
const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const defined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
};

const target = (root: JsonObject, ref: string): unknown => {
  if (!ref.startsWith("#")) return undefined;
  let at: unknown = root;
  for (const part of ref
    .slice(1)
    .split("/")
    .filter((item) => item !== "")) {
    const key = decoded(part);
    at = (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
  }
  return at;
};

const isNull = (value: unknown): boolean => isObject(value) && value["type"] === "null";

/** Follows local references, and takes the one branch that says something where the other is null. */
const resolved = (root: JsonObject, schema: unknown): JsonObject | undefined => {
  let at: unknown = schema;
  for (let round = 0; round < MAX_REFS && isObject(at); round++) {
    const { $ref, anyOf, oneOf, allOf, ...own } = at;
    const branches = listOf(anyOf ?? oneOf).filter((item) => !isNull(item));
    if (typeof $ref === "string") {
      const found = target(root, $ref);
      if (!isObject(found)) return undefined;
      at = { ...found, ...own };
    } else if (listOf(allOf).length === 1 && isObject(listOf(allOf)[0]))
      at = { ...(listOf(allOf)[0] as JsonObject), ...own };
    else if (
      own["type"] === undefined &&
      branches.length === 1 &&
      isObject(branches[0]) &&
      choicesIn(at) === undefined
    )
      at = { ...branches[0], ...own };
    else return at;
  }
  return undefined;
};

/** The values of `enum`, or of `oneOf`/`anyOf` whose every branch is a constant with a title. */
const choicesIn = (schema: JsonObject): readonly Choice[] | undefined => {
  const values = listOf(schema["enum"]);
  if (values.length > 0) {
    const names = listOf(schema["enumNames"]);
    return values
      .slice(0, MAX_CHOICES)
      .map((value, at) => ({ value, label: textOf(names[at]) ?? shown(value) }));
  }
  const branches = listOf(schema["oneOf"] ?? schema["anyOf"]);
  const isAllConstant =
    branches.length > 0 && branches.every((item) => isObject(item) && Object.hasOwn(item, "const"));
  if (isAllConstant)
    return branches.slice(0, MAX_CHOICES).map((item) => {
      const { const: value, title } = item as JsonObject;
      return { value, label: textOf(title) ?? shown(value) };
    });
  return Object.hasOwn(schema, "const")
    ? [{ value: schema["const"], label: shown(schema["const"]) }]
    : undefined;
};

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const typeOf = (schema: JsonObject): string | undefined => {
  const { type } = schema;
  if (typeof type === "string") return type;
  const names = listOf(type).filter((item) => item !== "null");
  if (names.length === 1) return typeof names[0] === "string" ? names[0] : undefined;
  return names.length === 0 && isObject(schema["properties"]) ? "object" : undefined;
};

const formats: readonly string[] = ["email", "uri", "date", "date-time"] satisfies TextFormat[];

const textRule = (schema: JsonObject): TextRule => {
  const { format, pattern } = schema;
  return defined({
    format: typeof format === "string" && formats.includes(format) ? (format as TextFormat) : undefined,
    minLength: numberOf(schema["minLength"]),
    maxLength: numberOf(schema["maxLength"]),
    pattern: typeof pattern === "string" && isLinearPattern(pattern) ? pattern : undefined,
  });
};

const numberRule = (schema: JsonObject, isInteger: boolean): NumberRule => {
  const above = numberOf(schema["exclusiveMinimum"]);
  const below = numberOf(schema["exclusiveMaximum"]);
  return {
    isInteger,
    ...defined({
      minimum: above ?? numberOf(schema["minimum"]),
      maximum: below ?? numberOf(schema["maximum"]),
      isAboveMinimum: above === undefined ? undefined : true,
      isBelowMaximum: below === undefined ? undefined : true,
      multipleOf: numberOf(schema["multipleOf"]),
    }),
  };
};

const countRule = (schema: JsonObject): CountRule =>
  defined({ minItems: numberOf(schema["minItems"]), maxItems: numberOf(schema["maxItems"]) });

/** The part of a field that depends on its kind. */
type Kind = Field extends infer F
  ? F extends Field
    ? Omit<F, "name" | "label" | "description" | "isRequired" | "given">
    : never
  : never;

const itemOf = (schema: JsonObject): ListItem | undefined => {
  switch (typeOf(schema)) {
    case "string":
      return { kind: "text", ...textRule(schema) };
    case "integer":
    case "number":
      return { kind: "number", ...numberRule(schema, schema["type"] === "integer") };
    default:
      return undefined;
  }
};

const jsonKind = (root: JsonObject, schema: JsonObject): Kind => ({
  kind: "json",
  ...defined({ sample: jsonSample(schema, (part) => resolved(root, part)) }),
});

const listKind = (root: JsonObject, schema: JsonObject): Kind => {
  const items = resolved(root, schema["items"]);
  if (items === undefined || schema["prefixItems"] !== undefined) return jsonKind(root, schema);
  const choices = choicesIn(items);
  if (choices !== undefined) return { kind: "choices", choices, ...countRule(schema) };
  const item = itemOf(items);
  return item === undefined ? jsonKind(root, schema) : { kind: "list", item, ...countRule(schema) };
};

const kindOf = (root: JsonObject, schema: JsonObject, depth: number): Kind => {
  const choices = choicesIn(schema);
  if (choices !== undefined) return { kind: "choice", choices };
  const type = typeOf(schema);
  switch (type) {
    case "string":
      return { kind: "text", ...textRule(schema) };
    case "number":
    case "integer":
      return { kind: "number", ...numberRule(schema, type === "integer") };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return listKind(root, schema);
    case "object": {
      const fields = depth < MAX_DEPTH ? fieldsIn(root, schema, depth) : [];
      return fields.length === 0 ? jsonKind(root, schema) : { kind: "group", fields };
    }
    default:
      return { kind: "json" };
  }
};

const fieldsIn = (root: JsonObject, schema: JsonObject, depth: number): Field[] => {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = listOf(schema["required"]);
  return Object.entries(properties)
    .slice(0, MAX_FIELDS)
    .map(([name, part]): Field => {
      const own = resolved(root, part) ?? {};
      const description = textOf(own["description"]);
      const { default: given } = own;
      return {
        name,
        label: textOf(own["title"]) ?? name,
        isRequired: required.includes(name),
        ...(description === undefined ? {} : { description }),
        ...(given === undefined ? {} : { given }),
        ...kindOf(root, own, depth + 1),
      };
    });
};

/** The form of an object schema; `hasMore` when it takes more than its fields say, so that only JSON can give everything. */
export interface Form {
  readonly group: GroupField;
  readonly hasMore: boolean;
}

/** Makes the form of a schema. Never throws: what it cannot draw becomes a JSON field; no reference is fetched. */
export const readSchema = (schema: JsonObject): Form => {
  const root = resolved(schema, schema) ?? schema;
  const fields = fieldsIn(schema, root, 0);
  const count = isObject(root["properties"]) ? Object.keys(root["properties"]).length : 0;
  const isOpen = isObject(root["additionalProperties"]) || root["patternProperties"] !== undefined;
  const hasBranches = ["anyOf", "oneOf", "allOf"].some((key) => listOf(root[key]).length > 0);
  return {
    group: { kind: "group", name: "", label: "", isRequired: true, fields },
    hasMore: isOpen || hasBranches || count > MAX_FIELDS,
  };
};
