import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";

/** Where tests may stand. */
const testFiles = "{shared,electron,renderer,build,test}/**/*.test.{ts,tsx}";

/**
 * The requirement ids that tests cite by `verifies(…)`, with the files that do, by reading the sources.
 *
 * @param dir the folder that holds the project
 */
export async function citedRequirements(dir: string): Promise<Map<string, string[]>> {
  const cited = new Map<string, string[]>();
  for await (const file of glob(testFiles, { cwd: dir, exclude: (name) => name === "node_modules" })) {
    const text = readFileSync(path.join(dir, file), "utf8");
    for (const id of idsIn(text)) cited.set(id, [...(cited.get(id) ?? []), file]);
  }
  return cited;
}

/** The ids in a file's calls of `verifies`: one literal, or an array of them. */
function idsIn(text: string): Set<string> {
  const calls = text.matchAll(/\bverifies\(\s*(\[[^\]]*\]|"[^"]*")/g);
  return new Set(
    [...calls].flatMap((call) => [...(call[1] ?? "").matchAll(/"([A-Z]+-\d+)"/g)].map((id) => id[1] ?? "")),
  );
}
