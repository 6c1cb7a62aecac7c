import { fieldsOf, type GitSession } from "./session.ts";

const askedPaths = 200;
const noFilter = new Set(["unspecified", "unset", "set"]);

/**
 * Filters that the files' attributes name (`lfs`, …), by path. They are off here, so such a file may look changed when it
 * is not. Only the first 200 paths are looked at.
 */
export async function filtersOf(
  session: GitSession,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  const output = await session.ask(["check-attr", "-z", "filter", "--", ...paths.slice(0, askedPaths)]);
  const fields = fieldsOf(output);
  const found = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", , driver = ""] = fields.slice(at, at + 3);
    if (!noFilter.has(driver)) found.set(path, driver);
  }
  return found;
}

/** A sentence about files whose filter was off; empty when there are none. */
export function filterNote(found: ReadonlyMap<string, string>): string {
  if (found.size === 0) return "";
  const drivers = [...new Set(found.values())].join(", ");
  return `The filter of ${[...found.keys()].slice(0, 5).join(", ")} (${drivers}) is off here: such a file may be shown as changed when it is not.`;
}
