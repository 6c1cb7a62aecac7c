import { displayName } from "../paths/index.ts";
import { walk } from "./walk.ts";

const budgetMs = 250;
const shown = 8;

/** Names what a search below `rel` does not look into, so that "no hits" is never said of what was not searched. */
export function stateIgnored(root: string, rel: string): string {
  const until = Date.now() + budgetMs;
  const names: string[] = [];
  let isWhole = true;
  for (const entry of walk(root, rel, 64)) {
    if (entry.isIgnored) names.push(entry.type === "folder" ? `${entry.path}/` : entry.path);
    if (Date.now() < until) continue;
    isWhole = false;
    break;
  }
  if (names.length === 0) return isWhole ? "nothing ignored" : "ignored paths skipped";
  const rest = names.length - shown;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return `ignored: ${names.slice(0, shown).map(displayName).join(", ")}${more}${isWhole ? "" : " (perhaps others)"}`;
}
