import type { DesignFinding, JsonObject, ToolInfo } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";
import { toolTokens } from "./tokens.ts";

/** Above so many fields a model begins to leave some out or mix them up. */
const MANY_FIELDS = 10;
/** A definition above this is paid for in every request. */
const COSTLY_TOKENS = 800;
const SHORT_DESCRIPTION_CHARS = 20;
/** Descriptions that share so much of their words say the same. */
const NEAR = 0.8;

/** A tool as the check sees it. */
export interface CheckedTool {
  readonly info: Pick<ToolInfo, "name" | "modelName" | "description" | "inputSchema">;
  readonly serverName: string;
  /** How its last calls ended: errors among them, and errors without a word. */
  readonly muteErrors?: number;
}

const vagueWords = new Set(
  "do run execute exec call tool action process handle perform invoke task main test get set data util helper misc".split(
    " ",
  ),
);

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const isVagueName = (name: string): boolean => {
  const words = wordsOf(name);
  return name.length < 3 || words.every((word) => vagueWords.has(word) || /^\d+$/.test(word));
};

const propertiesOf = (schema: JsonObject): [string, JsonObject][] =>
  isJsonObject(schema["properties"])
    ? Object.entries(schema["properties"]).map(([name, value]) => [name, isJsonObject(value) ? value : {}])
    : [];

const isDescribed = (field: JsonObject): boolean =>
  (typeof field["description"] === "string" && field["description"].trim() !== "") ||
  Array.isArray(field["enum"]) ||
  field["const"] !== undefined ||
  (typeof field["title"] === "string" && wordsOf(field["title"]).length > 1);

const isTyped = (field: JsonObject): boolean =>
  ["type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "items", "properties"].some(
    (key) => field[key] !== undefined,
  );

const finding = (
  rule: DesignFinding["rule"],
  params: Readonly<Record<string, string | number>> = {},
): DesignFinding => ({ rule, params });

const listed = (names: readonly string[]): string =>
  names.slice(0, 6).join(", ") + (names.length > 6 ? ` … +${names.length - 6}` : "");

const ofDescription = ({ name, description }: CheckedTool["info"]): DesignFinding[] => {
  const text = description.trim();
  if (text === "") return [finding("noDescription")];
  const said = new Set(wordsOf(text));
  const own = new Set(wordsOf(name));
  const saysNothingMore = [...said].every(
    (word) => own.has(word) || ["the", "a", "an", "this"].includes(word),
  );
  return text.length < SHORT_DESCRIPTION_CHARS || saysNothingMore
    ? [finding("vagueDescription", { chars: text.length })]
    : [];
};

const ofFields = ({ inputSchema }: CheckedTool["info"]): DesignFinding[] => {
  const fields = propertiesOf(inputSchema);
  const names = new Set(fields.map(([name]) => name));
  const required = Array.isArray(inputSchema["required"]) ? inputSchema["required"].map(String) : [];
  const unclear = required.filter((name) => {
    const field = fields.find(([known]) => known === name)?.[1];
    return !names.has(name) || field === undefined || !isTyped(field);
  });
  const bare = fields.filter(([, field]) => !isDescribed(field)).map(([name]) => name);
  return [
    ...(unclear.length > 0 ? [finding("unclearRequired", { fields: listed(unclear) })] : []),
    ...(bare.length > 0
      ? [finding("undescribedFields", { fields: listed(bare), count: bare.length, total: fields.length })]
      : []),
    ...(fields.length > MANY_FIELDS
      ? [finding("tooManyFields", { count: fields.length, most: MANY_FIELDS })]
      : []),
  ];
};

/** How much of the words of two texts is shared, from 0 to 1. */
const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
};

const wordSets = new WeakMap<CheckedTool["info"], ReadonlySet<string>>();

const wordSetOf = (info: CheckedTool["info"]): ReadonlySet<string> => {
  const known = wordSets.get(info);
  if (known !== undefined) return known;
  const made = new Set(wordsOf(`${info.name} ${info.description}`));
  wordSets.set(info, made);
  return made;
};

const ofOthers = (tool: CheckedTool, others: readonly CheckedTool[]): DesignFinding[] => {
  const own = wordSetOf(tool.info);
  const twin = others.find(
    (other) => other.info !== tool.info && likeness(own, wordSetOf(other.info)) >= NEAR,
  );
  return twin === undefined
    ? []
    : [finding("nearDuplicate", { tool: twin.info.name, server: twin.serverName })];
};

/**
 * What makes a tool hard to choose or to call right (MCP-11), for the person to judge; nothing is refused for it. Pure: `others`
 * are all tools a model could see beside it, itself included or not.
 */
export const reviewDesign = (tool: CheckedTool, others: readonly CheckedTool[]): DesignFinding[] => {
  const tokens = toolTokens(tool.info);
  return [
    ...(isVagueName(tool.info.name) ? [finding("vagueName", { name: tool.info.name })] : []),
    ...ofDescription(tool.info),
    ...ofFields(tool.info),
    ...ofOthers(tool, others),
    ...((tool.muteErrors ?? 0) > 0 ? [finding("muteErrors", { count: tool.muteErrors ?? 0 })] : []),
    ...(tokens > COSTLY_TOKENS ? [finding("costly", { tokens })] : []),
  ];
};
