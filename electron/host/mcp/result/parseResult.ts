import type { ContentBlock, JsonObject } from "../../../../shared/contract/index.ts";
import { isDeeperThan, isJsonObject } from "../schema/index.ts";
import { boundText, isTooMuchText } from "./boundText.ts";

/** Most blocks of a result that are kept; the cut is stated in a block of its own (SEC-MCP-07). */
export const MAX_BLOCKS = 1000;
/** Deepest nesting of a structured result that is kept. */
export const MAX_DEPTH = 200;

/** A result as it is used: known blocks checked, others kept as they came. */
export interface ParsedResult {
  readonly content: readonly ContentBlock[];
  readonly structured: unknown;
  readonly isError: boolean;
  readonly warnings: readonly string[];
}

const isText = (value: unknown): boolean => typeof value === "string";

const isResource = (value: unknown): boolean =>
  isJsonObject(value) && isText(value["uri"]) && (isText(value["text"]) || isText(value["blob"]));

const isWhole = (block: JsonObject): boolean => {
  switch (block["type"]) {
    case "text":
      return isText(block["text"]);
    case "image":
    case "audio":
      return isText(block["data"]) && isText(block["mimeType"]);
    case "resource_link":
      return isText(block["uri"]);
    case "resource":
      return isResource(block["resource"]);
    default:
      return false;
  }
};

const parseBlock = (block: unknown, warnings: Set<string>): ContentBlock => {
  if (isDeeperThan(block, MAX_DEPTH)) {
    warnings.add(`A block of the result nests deeper than ${MAX_DEPTH} levels and was left out.`);
    return {
      type: "text",
      text: `[A block of this result nests deeper than ${MAX_DEPTH} levels and was left out.]`,
    };
  }
  if (isJsonObject(block) && isWhole(block)) return block as ContentBlock;
  const type = isJsonObject(block) && typeof block["type"] === "string" ? block["type"] : null;
  warnings.add(
    type === null
      ? "A block of the result has no type; it is kept as it came."
      : `A block of type "${type.slice(0, 60)}" is unknown or incomplete; it is kept as it came.`,
  );
  return type === null ? { type: "unknown", value: block } : (block as ContentBlock);
};

const blocksOf = (raw: JsonObject, warnings: Set<string>): ContentBlock[] => {
  const list = raw["content"];
  if (Array.isArray(list)) {
    const kept = list.slice(0, MAX_BLOCKS).map((block) => parseBlock(block, warnings));
    if (list.length === kept.length) return kept;
    const cut = `The result has ${list.length} blocks; the first ${MAX_BLOCKS} are kept.`;
    warnings.add(cut);
    return [...kept, { type: "text", text: `[${cut}]` }];
  }
  // Servers of the first protocol version.
  if (raw["toolResult"] !== undefined) return [{ type: "text", text: JSON.stringify(raw["toolResult"]) }];
  if (raw["structuredContent"] === undefined) warnings.add("The result has no content.");
  return [];
};

/**
 * Reads a `tools/call` result block by block: one odd block never costs the others (mcp.md §1.3). Never
 * throws.
 */
export const parseResult = (raw: JsonObject): ParsedResult => {
  const warnings = new Set<string>();
  const content = boundText(blocksOf(raw, warnings), warnings);
  let structured = raw["structuredContent"];
  if (structured !== undefined && isDeeperThan(structured, MAX_DEPTH)) {
    warnings.add(`The structured result nests deeper than ${MAX_DEPTH} levels and was left out.`);
    structured = undefined;
  } else if (isTooMuchText(structured)) {
    warnings.add("The structured result holds more text than is kept and was left out.");
    structured = undefined;
  } else if (structured !== undefined && !isJsonObject(structured)) {
    warnings.add("The structured result is not an object.");
  }
  return { content, structured, isError: raw["isError"] === true, warnings: [...warnings] };
};
