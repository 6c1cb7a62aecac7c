import { z } from "zod";
import { Refusal } from "../outcome/index.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema of a tool's arguments: closed, each parameter described. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
}

function propertiesOf(schema: z.ZodType): Record<string, unknown> {
  return jsonSchemaOf(schema).properties ?? {};
}

function exampleOf(schema: z.ZodType, field: string): string {
  const property = propertiesOf(schema)[field];
  if (typeof property !== "object" || property === null || !("examples" in property)) return "";
  const examples = property.examples;
  if (!Array.isArray(examples) || examples.length === 0) return "";
  return ` Example: {${JSON.stringify(field)}: ${JSON.stringify(examples[0])}}.`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

function explain(schema: z.ZodType, input: unknown, issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(propertiesOf(schema)).join(", ");
    return `unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}; the fields are ${known}.`;
  }
  const field = issue.path.length === 0 ? "arguments" : issue.path.map(String).join(".");
  const got = `, got ${shown(valueAt(input, issue.path))}`;
  const example = exampleOf(schema, String(issue.path[0] ?? ""));
  return `${field}: ${issue.message.replace(/^Invalid input: /, "").replace(/, received .*$/, "")}${got}.${example}`;
}

/**
 * Parses a tool's arguments; the message of a refusal names the failing field, what was expected and an example.
 * @throws Refusal `invalidInput`
 */
export function parseArguments<T>(toolName: string, schema: z.ZodType<T>, input: unknown): T {
  const value = input ?? {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => explain(schema, value, issue));
  throw new Refusal("invalidInput", `${toolName} cannot use these arguments: ${problems.join(" ")}`);
}
