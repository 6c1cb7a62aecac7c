import type { ContentBlock } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import { isJsonObject } from "../schema/index.ts";
import { takeHead } from "../takeHead.ts";
import type { Warnings } from "./warnings.ts";

/**
 * Most text of a result that is kept, in characters, all blocks together. Nobody reads more, and log, index and page would hold it
 * several times over (SEC-MCP-07); a picture is kept whole, because a part of one shows nothing (MC-17).
 */
export const MAX_TEXT_CHARS = 10_000_000;

/** Characters of all texts in a value, counted until they are more than `most`. Names of fields count too. */
const charsIn = (value: unknown, most: number): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let chars = 0;
  for (const [name, item] of Object.entries(value)) {
    chars += name.length + charsIn(item, most - chars);
    if (chars > most) break;
  }
  return chars;
};

/** True for a structured result with more text than is kept. */
export const isTooMuchText = (value: unknown): boolean => charsIn(value, MAX_TEXT_CHARS) > MAX_TEXT_CHARS;

/** Pictures, sounds and files as bytes: whole or not at all. */
const isWhole = (block: ContentBlock): boolean => {
  const { resource } = block as { readonly resource?: unknown };
  return block.type === "image" || block.type === "audio" || (isJsonObject(resource) && "blob" in resource);
};

const textIn = (block: ContentBlock): string | undefined => {
  const { resource, text } = block as { readonly resource?: unknown; readonly text?: unknown };
  const found = block.type === "resource" && isJsonObject(resource) ? resource["text"] : text;
  return typeof found === "string" ? found : undefined;
};

const withText = (block: ContentBlock, text: string): ContentBlock => {
  const { resource } = block as { readonly resource?: unknown };
  return block.type === "resource" && isJsonObject(resource)
    ? { ...block, resource: { ...resource, text } }
    : { ...block, text };
};

/** Cuts the text of a result at the limit; the cut is stated where it was made and among the warnings. */
export const boundText = (blocks: readonly ContentBlock[], warnings: Warnings): ContentBlock[] => {
  let left = MAX_TEXT_CHARS;
  return blocks.map((block) => {
    const text = textIn(block);
    if (text === undefined) {
      if (isWhole(block)) return block;
      const chars = charsIn(block, left);
      if (chars > left) {
        const said = warnings.add(remark("blockLong", { type: block.type.slice(0, 60) }));
        return { type: "text", text: `[${said.text}]` };
      }
      left -= chars;
      return block;
    }
    if (text.length <= left) {
      left -= text.length;
      return block;
    }
    const kept = left;
    left = 0;
    const cut = warnings.add(remark("textLong", { chars: text.length, most: kept }));
    return withText(block, `${takeHead(text, kept)}\n[${cut.text}]`);
  });
};
