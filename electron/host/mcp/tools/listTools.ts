import { MAX_ITEMS, readPages, type AskPage } from "../pages.ts";
import { checkTool, definitionHashOf } from "./checkTool.ts";
import type { ListedTool } from "../types.ts";

/** All tools by name, and what was odd about the list, in words for the server's log. */
export interface ToolListing {
  readonly tools: readonly ListedTool[];
  readonly warnings: readonly string[];
}

class Collector {
  readonly tools = new Map<string, ListedTool>();
  readonly warnings: string[] = [];
  #unnamed = 0;

  add(entry: unknown): void {
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
    if (all.length > MAX_ITEMS)
      this.warnings.push(`The server lists ${all.length} tools; the first ${MAX_ITEMS} are taken.`);
    return { tools: all.slice(0, MAX_ITEMS), warnings: this.warnings };
  }
}

/** Reads a server's whole tool list. Each tool is parsed alone; doubles count once. Rejects as `ask` does. */
export const listAllTools = async (ask: AskPage): Promise<ToolListing> => {
  const found = new Collector();
  const list = { what: "tool list", method: "tools/list", key: "tools" };
  const warnings = await readPages(list, ask, (entries) => {
    for (const entry of entries) found.add(entry);
    return found.tools.size;
  });
  found.warnings.push(...warnings);
  return found.finish();
};
