import { checkTool, definitionHashOf } from "./checkTool.ts";
import type { ListedTool } from "../types.ts";
import { isJsonObject } from "../schema/index.ts";

/**
 * Limits of one listing (security.md row 13): a server that pages for ever, or lists a flood, is cut off with
 * a word in its log.
 */
export const MAX_PAGES = 100;
export const MAX_TOOLS = 1000;

/** Asks for one page; rejects when the server refuses or is gone. */
export type AskPage = (cursor: string | undefined) => Promise<unknown>;

/** All tools by name, and what was odd about the list, in words for the server's log. */
export interface ToolListing {
  readonly tools: readonly ListedTool[];
  readonly warnings: readonly string[];
}

class Collector {
  readonly tools = new Map<string, ListedTool>();
  readonly warnings: string[] = [];
  #unnamed = 0;

  take(page: unknown): void {
    const list = isJsonObject(page) && Array.isArray(page["tools"]) ? (page["tools"] as unknown[]) : null;
    if (list === null) {
      this.warnings.push("A tools/list answer has no list of tools.");
      return;
    }
    for (const entry of list) this.#add(entry);
  }

  #add(entry: unknown): void {
    const tool = checkTool(entry);
    if (tool === null) {
      this.#unnamed++;
      return;
    }
    const twin = this.tools.get(tool.name);
    if (twin === undefined) this.tools.set(tool.name, tool);
    else if (definitionHashOf(twin.raw) !== definitionHashOf(tool.raw)) {
      this.warnings.push(
        `The tool "${tool.name}" is listed twice with different definitions; the first one counts.`,
      );
    }
  }

  finish(): ToolListing {
    if (this.#unnamed > 0)
      this.warnings.push(`${this.#unnamed} entries of the tool list have no name and were left out.`);
    const all = [...this.tools.values()];
    if (all.length > MAX_TOOLS)
      this.warnings.push(`The server lists ${all.length} tools; the first ${MAX_TOOLS} are taken.`);
    return { tools: all.slice(0, MAX_TOOLS), warnings: this.warnings };
  }
}

/**
 * Reads a server's whole tool list, page by page, until there is no cursor, a cursor comes again, or {@link
 * MAX_PAGES}. Each tool is parsed alone; doubles count once. Rejects as `ask` does.
 */
export const listAllTools = async (ask: AskPage): Promise<ToolListing> => {
  const found = new Collector();
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const answer = await ask(cursor);
    found.take(answer);
    const next = isJsonObject(answer) ? answer["nextCursor"] : undefined;
    if (typeof next !== "string" || next === "") break;
    if (seen.has(next)) {
      found.warnings.push("The tool list's cursor goes round in a circle; reading stopped there.");
      break;
    }
    if (page >= MAX_PAGES || found.tools.size > MAX_TOOLS) {
      found.warnings.push(`The tool list did not end after ${page} pages; reading stopped there.`);
      break;
    }
    seen.add(next);
    cursor = next;
  }
  return found.finish();
};
