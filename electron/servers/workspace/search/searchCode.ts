import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { formatCount, formatPlural, Refusal, resultBytes } from "../outcome/index.ts";
import { displayName, locate, refuseMissing, type Place } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { groupHits, listHitLines, showHitText } from "./hitText.ts";
import { stateIgnored } from "./ignored.ts";
import { runRipgrep, type Found, type Hit } from "./ripgrep.ts";
import { alwaysIgnored, isIgnoredPath } from "./walk.ts";

/** Hits are counted up to here; then the search is ended and says so. */
const countedHits = 5_000;
const summaryRoom = 900;

const schema = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .meta({
      description:
        "Regular expression (Rust syntax) matched within one line; (?i) at its start ignores case.",
      examples: ["function \\w+\\("],
    }),
  path: z
    .string()
    .default(".")
    .meta({
      description: "File or folder to search, relative to the workspace root. Default: everything.",
      examples: ["src"],
    }),
  file_glob: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Only files whose path fits this glob.", examples: ["*.ts"] }),
  max_hits: z
    .int()
    .min(1)
    .max(500)
    .default(50)
    .meta({ description: "Most hits shown with their text. Default 50.", examples: [100] }),
});
type Input = z.output<typeof schema>;

function argumentsFor(input: Input, place: Place, context: ToolContext): string[] {
  const isFolder = place.stat?.isDirectory() === true;
  const args = ["--json", "--no-config", "--no-follow", "--hidden", "--no-require-git", "--max-filesize=64M"];
  args.push("--no-ignore-global", "--no-ignore-exclude", "--no-ignore-dot", "--no-ignore-parent");
  if (isFolder && isIgnoredPath(context.root.real, place.rel, true)) args.push("--no-ignore");
  else if (place.rel !== "." && existsSync(join(context.root.real, ".gitignore")))
    args.push("--ignore-file=.gitignore");
  if (input.file_glob !== undefined) args.push(`--glob=${input.file_glob}`);
  if (isFolder) for (const name of alwaysIgnored) args.push(`--glob=!${name}`);
  args.push(`--regexp=${input.pattern}`, "--", place.rel === "." ? "." : `./${place.rel}`);
  return args;
}

function checkInput(input: Input, place: Place, context: ToolContext): void {
  if (/\0/.test(input.pattern + (input.file_glob ?? ""))) {
    throw new Refusal(
      "invalidInput",
      "pattern and file_glob cannot contain a NUL character.",
      "Use \\x00 in the pattern.",
    );
  }
  const { stat } = place;
  if (stat === undefined) throw refuseMissing(context.root, place);
  if (!stat.isDirectory() && !stat.isFile())
    throw new Refusal("special", `${place.shown} is neither a file nor a folder.`);
}

function showHits(
  groups: ReadonlyMap<string, readonly Hit[]>,
  most: number,
  bytes: number,
): { text: string; count: number } {
  const lines: string[] = [];
  let used = 0;
  for (const hit of [...groups.values()].flat().slice(0, most)) {
    const line = `${displayName(hit.path)}:${hit.line}: ${showHitText(hit)}`;
    used += Buffer.byteLength(line) + 1;
    if (used > bytes) break;
    lines.push(line);
  }
  return { text: lines.join("\n"), count: lines.length };
}

function summaryOf(
  input: Input,
  place: Place,
  found: Found,
  files: number,
  shown: number,
  ignored: string,
): string {
  const where = place.rel === "." ? "the workspace" : place.shown;
  const filter = input.file_glob === undefined ? "" : ` (files ${displayName(input.file_glob)})`;
  const total = found.hits.length;
  const counted = `${found.isCut ? "at least " : ""}${formatPlural(total, "hit")} in ${formatPlural(files, "file")}`;
  const parts = [
    `${total === 0 ? "No hits" : counted} for ${JSON.stringify(input.pattern)} in ${where}${filter}`,
  ];
  if (found.isTimedOut) parts.push("ended at its time limit: narrow path or file_glob");
  else if (found.isCut) parts.push(`ended at ${formatCount(countedHits)} hits: narrow the search`);
  if (shown < total) parts.push(`first ${shown} shown with text`);
  return `${parts.join("; ")}; ${ignored}.`;
}

async function run(input: Input, context: ToolContext): Promise<ToolOutcome> {
  const place = locate(context.root, input.path);
  checkInput(input, place, context);
  const found = await runRipgrep({
    cwd: context.root.real,
    args: argumentsFor(input, place, context),
    maxHits: countedHits,
    timeoutMs: Math.max(100, context.deadlineAt - Date.now() - 1_000),
    signal: context.signal,
  });
  const groups = groupHits(found.hits);
  const listed = listHitLines(groups, 8_000);
  const shown = showHits(groups, input.max_hits, resultBytes - summaryRoom - Buffer.byteLength(listed));
  const ignored =
    place.stat?.isDirectory() === true ? stateIgnored(context.root.real, place.rel) : "one file searched";
  return {
    summary: summaryOf(input, place, found, groups.size, shown.count, ignored),
    body: found.hits.length === 0 ? "" : `${shown.text}\n\nHit lines by file:\n${listed}`,
    data: {
      path: place.rel,
      hits: [...groups.values()]
        .flat()
        .slice(0, shown.count)
        .map((hit) => ({ path: hit.path, line: hit.line, text: showHitText(hit) })),
      total: found.hits.length,
      files: groups.size,
      isCut: found.isCut,
      isTimedOut: found.isTimedOut,
      ignored,
    },
  };
}

/** `search_code` (TOOL-03): hits with text, then per file the hit lines; what was ignored is stated. */
export const searchCodeTool: Tool = defineTool({
  name: "search_code",
  title: "Search code",
  description:
    "Searches the text of files with a regular expression. Shows the first hits as path:line: text (long lines clipped " +
    "around the match), then every hit line by file. Paths that .gitignore names, .git, node_modules, binary files and " +
    "files over 64 MB are skipped; give such a path itself to search it.",
  severity: "L1",
  timeoutMs: 10_000,
  isPreviewable: false,
  isChanging: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema,
  run,
});
