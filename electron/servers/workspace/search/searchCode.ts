import { formatCount, formatPlural, resultBytes } from "../outcome/index.ts";
import { displayName, locate, type Place } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import type { Hit } from "./hit.ts";
import { groupHits, listHitLines, showHits } from "./hitText.ts";
import { stateIgnored } from "./ignored.ts";
import { searchLegacy } from "./legacy.ts";
import { runRipgrep, type Found } from "./ripgrep.ts";
import {
  checkSearch,
  isFiltered,
  largestBytes,
  patternArguments,
  placeArguments,
  remainingMs,
  searchSchema,
  type SearchInput,
} from "./searchInput.ts";
import { encodingArguments } from "./unmarked.ts";
import { createIgnoreCheck, isIgnoredPath } from "./walk.ts";

/** Hits are counted up to here; then the search is ended and says so. */
const countedHits = 5_000;
/** For the search of a file that is larger than those below a folder may be; others stay far below. */
const largeFileMemoryKb = 1024 * 1024;
const summaryRoom = 1_200;
const listRoom = 8_000;

interface Searched extends Found {
  /** Hits in ignored paths that the glob led to: they are counted, not shown. */
  readonly leftOut: number;
}

/** A glob that fits an ignored path makes ripgrep enter it; what the caller did not ask for is taken out again. */
function withoutIgnored(found: Found, input: SearchInput, place: Place, root: string): Searched {
  const isAll = input.file_glob === undefined || input.include_ignored || place.stat?.isFile() === true;
  if (isAll || isIgnoredPath(root, place.rel, true)) return { ...found, leftOut: 0 };
  const isIgnored = createIgnoreCheck(root);
  const hits = found.hits.filter((hit) => !isIgnored(hit.path));
  return { ...found, hits, leftOut: found.hits.length - hits.length };
}

async function search(input: SearchInput, place: Place, context: ToolContext): Promise<Searched> {
  const isLarge = place.stat?.isFile() === true && place.stat.size > largestBytes;
  const before = [
    ...placeArguments(input, place, context),
    ...encodingArguments(context.root, place),
    // What was found is told also when the time limit ends the search.
    ...(isLarge ? ["--line-buffered"] : []),
  ];
  const job = {
    cwd: context.root.real,
    args: [...before, ...patternArguments(input, place, false)],
    pattern: input.pattern,
    maxHits: countedHits,
    timeoutMs: remainingMs(context),
    signal: context.signal,
    ...(isLarge ? { memoryKb: largeFileMemoryKb } : {}),
  };
  const first = await runRipgrep(job);
  const isOther = first.isOtherEngineNeeded;
  const found = isOther
    ? await runRipgrep({ ...job, args: [...before, ...patternArguments(input, place, true)] })
    : first;
  const legacy = found.isCut ? [] : await searchLegacy(job, input, place, context, isOther);
  const known = new Set(found.hits.map((hit) => `${hit.line}:${hit.path}`));
  const added = legacy.filter((hit) => !known.has(`${hit.line}:${hit.path}`));
  return withoutIgnored({ ...found, hits: [...found.hits, ...added] }, input, place, context.root.real);
}

function summaryOf(
  input: SearchInput,
  place: Place,
  found: Searched,
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
  const isFile = place.stat?.isFile() === true;
  if (found.isTimedOut)
    parts.push(
      `ended at its time limit: ${isFile ? "search the rest with run_command and grep" : "narrow path or file_glob"}`,
    );
  else if (found.isCut) parts.push(`ended at ${formatCount(countedHits)} hits: narrow the search`);
  if (shown < total) parts.push(`first ${formatCount(shown)} shown with text`);
  if (found.unread.length > 0) {
    const names = found.unread.slice(0, 3).map(displayName).join(", ");
    parts.push(`${formatPlural(found.unread.length, "path")} could not be read (${names})`);
  }
  if (found.tooLarge.length > 0) {
    const names = found.tooLarge.slice(0, 3).map(displayName).join(", ");
    parts.push(
      `${formatPlural(found.tooLarge.length, "file")} over 64 MB left out (${names}): give one as path`,
    );
  } else if (isFiltered(input) && place.stat?.isDirectory() === true) parts.push("files over 64 MB left out");
  if (found.leftOut > 0) parts.push(`${formatPlural(found.leftOut, "more hit")} in ignored places`);
  return `${parts.join("; ")}; ${ignored}.`;
}

function dataOf(place: Place, found: Searched, files: number, shown: readonly Hit[], ignored: string) {
  return {
    path: place.rel,
    hits: shown.map(({ path, line, text }) => ({ path, line, text })),
    total: found.hits.length,
    files,
    isCut: found.isCut,
    isTimedOut: found.isTimedOut,
    unread: found.unread,
    tooLarge: found.tooLarge,
    ignored,
  };
}

async function run(input: SearchInput, context: ToolContext): Promise<ToolOutcome> {
  const place = locate(context.root, input.path);
  checkSearch(input, place, context);
  let isOver = false;
  const searching = search(input, place, context).finally(() => {
    isOver = true;
  });
  const stating =
    place.stat?.isDirectory() === true
      ? stateIgnored(context.root.real, place.rel, () => isOver)
      : Promise.resolve("one file searched");
  const [found, stated] = await Promise.all([searching, stating]);
  const ignored = input.include_ignored && place.stat?.isDirectory() === true ? ".git skipped" : stated;
  const groups = groupHits(found.hits);
  const room = resultBytes - summaryRoom;
  const whole = showHits(groups, input.max_hits, room);
  const isWhole = whole.shown.length === found.hits.length;
  const listed = isWhole ? "" : listHitLines(groups, listRoom);
  const { text, shown } = isWhole
    ? whole
    : showHits(groups, input.max_hits, room - Buffer.byteLength(listed));
  return {
    summary: summaryOf(input, place, found, groups.size, shown.length, ignored),
    body: isWhole ? text : `${text}\n\nHit lines by file:\n${listed}`,
    data: dataOf(place, found, groups.size, shown, ignored),
  };
}

/** `search_code` (TOOL-03): hits with text, then per file the hit lines; what was ignored is stated. */
export const searchCodeTool: Tool = defineTool({
  name: "search_code",
  title: "Search code",
  description:
    "Searches the text of files; use it to find where something is defined or used before reading whole files. " +
    "Shows the first 50 hits as path:line: text (long lines clipped around the match), then every hit line by file; " +
    "counts up to 5,000 hits. Binary files are skipped; so are paths that .gitignore names, .git, node_modules and files " +
    "over 64 MB, which the answer states: pass include_ignored or such a path itself. Links are not followed. " +
    "Files in an old encoding are found when pattern holds characters beyond ASCII. UTF-16 without a byte-order mark counts " +
    "as binary unless path names it. To find files by name use find_files.",
  severity: "L1",
  timeoutMs: 10_000,
  isPreviewable: false,
  isChanging: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema: searchSchema,
  run,
});
