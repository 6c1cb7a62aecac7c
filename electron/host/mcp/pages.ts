import type { Remark } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { isJsonObject } from "./schema/index.ts";

/**
 * Limits of one listing (security.md row 13): a server that pages for ever, or lists a flood, is cut off with
 * a word in its log.
 */
export const MAX_PAGES = 100;
export const MAX_ITEMS = 1000;

/** Asks for one page; rejects when the server refuses or is gone. */
export type AskPage = (cursor: string | undefined) => Promise<unknown>;

/** Takes the entries of a page and says how many are kept so far. */
type Take = (entries: readonly unknown[]) => number;

/**
 * Reads a whole list, page by page, until there is no cursor, a cursor comes again, or {@link MAX_PAGES}. Rejects as
 * `ask` does.
 * @param what the list in words ("tool list"), `key` the field that holds a page's entries
 * @returns what was odd, for the server's log
 */
export const readPages = async (
  list: { readonly what: string; readonly method: string; readonly key: string },
  ask: AskPage,
  take: Take,
): Promise<Remark[]> => {
  const seen = new Set<string>();
  const warnings: Remark[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const answer = await ask(cursor);
    const entries = isJsonObject(answer) ? answer[list.key] : undefined;
    if (!Array.isArray(entries)) warnings.push(remark("listNoKey", { method: list.method, key: list.key }));
    const kept = take(Array.isArray(entries) ? (entries as unknown[]) : []);
    const next = isJsonObject(answer) ? answer["nextCursor"] : undefined;
    if (typeof next !== "string" || next === "") return warnings;
    if (seen.has(next)) {
      warnings.push(remark("listCircle", { list: list.what }));
      return warnings;
    }
    if (page >= MAX_PAGES || kept > MAX_ITEMS) {
      warnings.push(remark("listEndless", { list: list.what, pages: page }));
      return warnings;
    }
    seen.add(next);
    cursor = next;
  }
};
