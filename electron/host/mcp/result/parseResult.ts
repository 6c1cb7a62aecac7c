import type { ContentBlock, JsonObject, Remark } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import { isDeeperThan, isJsonObject } from "../schema/index.ts";
import { boundText, isTooMuchText } from "./boundText.ts";
import { Warnings } from "./warnings.ts";

/** Most blocks of a result that are kept; the cut is stated in a block of its own (SEC-MCP-07). */
export const MAX_BLOCKS = 1000;
/** Deepest nesting of a structured result that is kept. */
export const MAX_DEPTH = 200;

/** A result as it is used: known blocks checked, others kept as they came. */
export interface ParsedResult {
  readonly content: readonly ContentBlock[];
  readonly structured: unknown;
  readonly isError: boolean;
  readonly warnings: readonly Remark[];
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

const parseBlock = (block: unknown, warnings: Warnings): ContentBlock => {
  if (isDeeperThan(block, MAX_DEPTH)) {
    const { text } = warnings.add(remark("blockDeep", { most: MAX_DEPTH }));
    return { type: "text", text: `[${text}]` };
  }
  if (isJsonObject(block) && isWhole(block)) return block as ContentBlock;
  const type = isJsonObject(block) && typeof block["type"] === "string" ? block["type"] : null;
  warnings.add(type === null ? remark("blockUntyped") : remark("blockOdd", { type: type.slice(0, 60) }));
  return type === null ? { type: "unknown", value: block } : (block as ContentBlock);
};

const blocksOf = (raw: JsonObject, warnings: Warnings): ContentBlock[] => {
  const list = raw["content"];
  if (Array.isArray(list)) {
    const kept = list.slice(0, MAX_BLOCKS).map((block) => parseBlock(block, warnings));
    if (list.length === kept.length) return kept;
    const cut = warnings.add(remark("blocksMany", { count: list.length, most: MAX_BLOCKS }));
    return [...kept, { type: "text", text: `[${cut.text}]` }];
  }
  // One block, or a bare text, in place of a list.
  if (list !== undefined && list !== null) return [parseBlock(list, warnings)];
  // Servers of the first protocol version.
  if (raw["toolResult"] !== undefined) return [{ type: "text", text: JSON.stringify(raw["toolResult"]) }];
  if ((raw["structuredContent"] ?? undefined) === undefined) warnings.add(remark("resultEmpty"));
  return [];
};

/**
 * Reads a `tools/call` result block by block: one odd block never costs the others (mcp.md §1.3). Never
 * throws.
 * @param takesAny whether a structured result may be any value, as from 2026-07-28 on
 */
export const parseResult = (raw: JsonObject, takesAny = false): ParsedResult => {
  const warnings = new Warnings();
  const content = boundText(blocksOf(raw, warnings), warnings);
  // Null is how some servers write "none".
  let structured = raw["structuredContent"] ?? undefined;
  if (structured !== undefined && isDeeperThan(structured, MAX_DEPTH)) {
    warnings.add(remark("structuredDeep", { most: MAX_DEPTH }));
    structured = undefined;
  } else if (isTooMuchText(structured)) {
    warnings.add(remark("structuredLong"));
    structured = undefined;
  } else if (structured !== undefined && !takesAny && !isJsonObject(structured)) {
    warnings.add(remark("structuredOdd"));
  }
  return { content, structured, isError: raw["isError"] === true, warnings: warnings.all };
};
