import { setImmediate } from "node:timers/promises";
import { displayName } from "../paths/index.ts";
import { walk } from "./walk.ts";

const budgetMs = 250;
/** Even when the search itself is done at once, this long is looked for what it left out. */
const leastMs = 15;
const shown = 8;
const entriesPerTurn = 200;

/** Names the first few ignored paths in one clause; `isWhole` is false when there may be more. */
export function nameIgnored(names: readonly string[], isWhole: boolean): string {
  const rest = names.length - shown;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return `${names.slice(0, shown).map(displayName).join(", ")}${more}${isWhole ? "" : " (perhaps others)"}`;
}

/**
 * Names what a search below `rel` does not look into, so that "no hits" is never said of what was not searched.
 * Runs beside the search and ends soon after it: from then on what it has found so far must do.
 */
export async function stateIgnored(root: string, rel: string, isSearchOver: () => boolean): Promise<string> {
  const start = Date.now();
  const names: string[] = [];
  let isWhole = true;
  let seen = 0;
  for (const entry of walk(root, rel, 64)) {
    if (entry.isIgnored) names.push(entry.type === "folder" ? `${entry.path}/` : entry.path);
    seen += 1;
    if (seen % entriesPerTurn !== 0) continue;
    await setImmediate();
    if (Date.now() - start < (isSearchOver() ? leastMs : budgetMs)) continue;
    isWhole = false;
    break;
  }
  if (names.length === 0) return isWhole ? "nothing ignored" : "ignored paths skipped";
  return `ignored: ${nameIgnored(names, isWhole)}; pass include_ignored to search them`;
}
