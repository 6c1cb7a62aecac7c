import type { Remark } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import { MAX_ITEMS, readPages, type AskPage } from "../pages.ts";
import { checkTool, definitionHashOf } from "./checkTool.ts";
import type { ListedTool } from "../types.ts";

/** All tools by name, and what was odd about the list, for the server's log. */
export interface ToolListing {
  readonly tools: readonly ListedTool[];
  readonly warnings: readonly Remark[];
}

/** Doubles that are named one by one; more of them would push everything else out of the log. */
const MAX_TWINS = 10;

class Collector {
  readonly tools = new Map<string, ListedTool>();
  readonly warnings: Remark[] = [];
  #unnamed = 0;
  #twins = 0;

  add(entry: unknown): void {
    const tool = checkTool(entry);
    if (tool === null) {
      this.#unnamed++;
      return;
    }
    const twin = this.tools.get(tool.name);
    if (twin === undefined) this.tools.set(tool.name, tool);
    else if (definitionHashOf(twin.raw) !== definitionHashOf(tool.raw) && ++this.#twins <= MAX_TWINS)
      this.warnings.push(remark("toolTwice", { tool: tool.name }));
  }

  finish(): ToolListing {
    if (this.#unnamed > 0) this.warnings.push(remark("toolsUnnamed", { count: this.#unnamed }));
    const unsaid = this.#twins - MAX_TWINS;
    if (unsaid > 0) this.warnings.push(remark("toolsTwice", { count: unsaid }));
    const all = [...this.tools.values()];
    if (all.length > MAX_ITEMS)
      this.warnings.push(remark("toolsMany", { count: all.length, most: MAX_ITEMS }));
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
