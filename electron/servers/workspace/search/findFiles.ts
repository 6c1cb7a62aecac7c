import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { formatCount, formatPlural, resultBytes } from "../outcome/index.ts";
import { displayName, locate, refuseMissing, refuseNoFolder, type Place } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { globTest, literalPart, type PathTest } from "./globMatch.ts";
import { nameIgnored } from "./ignored.ts";
import { refuseUnreadable, unreadNote, walk, type Entry } from "./walk.ts";

const maxDepth = 64;
const entriesPerTurn = 1_000;
const countedEntries = 1_000_000;
/** How long ignored places may still be looked into once everything else is known. */
const ignoredMs = 1_500;
const keptNear = 5;
const summaryRoom = 1_500;

const schema = z.strictObject({
  glob: z
    .string()
    .min(1)
    .meta({
      description:
        "Glob relative to path: * any part of a name, ** any folders, {a,b} either, [ab] one of. Without a slash it is matched against names at any depth. An exact name always fits.",
      examples: ["**/*.test.ts"],
    }),
  path: z
    .string()
    .default(".")
    .meta({
      description: "Folder to look in, relative to the workspace root. Default: the root.",
      examples: ["src"],
    }),
  ignore_case: z
    .boolean()
    .default(false)
    .meta({ description: "True: capital and small letters are the same. Default false.", examples: [true] }),
  include_ignored: z
    .boolean()
    .default(false)
    .meta({
      description: "True: list matches that .gitignore names, and those in node_modules, too. Default false.",
      examples: [true],
    }),
  offset: z
    .int()
    .min(0)
    .default(0)
    .meta({ description: "How many matches to pass over, to page on. Default 0.", examples: [200] }),
  limit: z
    .int()
    .min(1)
    .max(1_000)
    .default(200)
    .meta({ description: "Most matches to list, 1 to 1,000. Default 200.", examples: [50] }),
});
type Input = z.output<typeof schema>;

interface Matches {
  readonly found: readonly Entry[];
  /** Top-most ignored paths that matches lie in, with how many do. */
  readonly ignored: ReadonlyMap<string, number>;
  readonly near: readonly string[];
  readonly isWhole: boolean;
  readonly isIgnoredWhole: boolean;
  readonly unread: readonly string[];
}

/** The ignored path that an ignored entry lies in, given those met before. */
function placeOf(entry: Entry, tops: Set<string>): string {
  for (let at = entry.path.indexOf("/"); at !== -1; at = entry.path.indexOf("/", at + 1)) {
    const top = entry.path.slice(0, at + 1);
    if (tops.has(top)) return top;
  }
  const top = entry.type === "folder" ? `${entry.path}/` : entry.path;
  tops.add(top);
  return top;
}

function createCollector(input: Input, fits: PathTest, prefix: number) {
  const found: Entry[] = [];
  const ignored = new Map<string, number>();
  const tops = new Set<string>();
  const near: string[] = [];
  const part = literalPart(input.glob);
  const add = (entry: Entry): void => {
    const top = entry.isIgnored && !input.include_ignored ? placeOf(entry, tops) : null;
    if (fits(entry.path.slice(prefix))) {
      if (top === null) found.push(entry);
      else ignored.set(top, (ignored.get(top) ?? 0) + 1);
    } else if (part !== "" && near.length < keptNear && top === null) {
      if (entry.path.toLowerCase().includes(part)) near.push(entry.path);
    }
  };
  return { found, ignored, near, add };
}

async function collect(input: Input, place: Place, context: ToolContext): Promise<Matches> {
  const prefix = place.rel === "." ? 0 : place.rel.length + 1;
  const collector = createCollector(input, globTest(input.glob, input.ignore_case), prefix);
  const { root, signal, deadlineAt } = context;
  const until = deadlineAt - 1_000;
  const unread = new Set<string>();
  const onUnread = (folder: string): void => {
    unread.add(folder);
  };
  const isOver = (limit: number): boolean => signal.aborted || Date.now() > limit;
  const sweep = async (isIgnoredEntered: boolean, limit: number, wants: (entry: Entry) => boolean) => {
    let seen = 0;
    for (const entry of walk(root.real, place.rel, maxDepth, isIgnoredEntered, onUnread)) {
      if (wants(entry)) collector.add(entry);
      seen += 1;
      if (seen % entriesPerTurn === 0) await setImmediate();
      if (seen % 200 === 0 && (isOver(limit) || seen > countedEntries)) return false;
    }
    return true;
  };
  // What is ignored is looked into last, so that a large node_modules cannot hide the rest.
  const isWhole = input.include_ignored
    ? await sweep(true, until, () => true)
    : await sweep(false, until, (entry) => !entry.isIgnored);
  const isIgnoredWhole =
    input.include_ignored ||
    (await sweep(true, Math.min(until, Date.now() + ignoredMs), (entry) => entry.isIgnored));
  return { ...collector, isWhole, isIgnoredWhole, unread: [...unread] };
}

function lineOf(entry: Entry): string {
  const name = displayName(entry.type === "folder" ? `${entry.path}/` : entry.path);
  const kind = entry.type === "link" || entry.type === "special" ? ` (${entry.type})` : "";
  const odd = entry.path.includes("\ufffd") ? " (name is not UTF-8: reach it with run_command)" : "";
  return `${name}${kind}${entry.isIgnored ? " (ignored)" : ""}${odd}`;
}

function page(entries: readonly Entry[], input: Input): { lines: string[]; shown: readonly Entry[] } {
  const lines: string[] = [];
  let used = 0;
  const wanted = entries.slice(input.offset, input.offset + input.limit);
  for (const entry of wanted) {
    const line = lineOf(entry);
    used += Buffer.byteLength(line) + 1;
    if (used > resultBytes - summaryRoom) break;
    lines.push(line);
  }
  return { lines, shown: wanted.slice(0, lines.length) };
}

function ignoredPart(matches: Matches, input: Input): string {
  if (input.include_ignored) return ".git skipped";
  const count = [...matches.ignored.values()].reduce((sum, one) => sum + one, 0);
  const names = nameIgnored([...matches.ignored.keys()], matches.isIgnoredWhole);
  if (count > 0)
    return `${formatCount(count)} more ${count === 1 ? "matches" : "match"} in ignored places: ${names}; pass include_ignored to list them`;
  return matches.isIgnoredWhole
    ? "none in ignored places"
    : "ignored places not all looked into: pass include_ignored";
}

function summaryOf(input: Input, place: Place, matches: Matches, shown: number): string {
  const total = matches.found.length;
  const where = place.rel === "." ? "the workspace" : `${place.shown}/`;
  const count = `${matches.isWhole ? "" : "at least "}${formatPlural(total, "match", "matches")}`;
  const parts = [`${total === 0 ? "No matches" : count} for ${JSON.stringify(input.glob)} in ${where}`];
  if (!matches.isWhole) parts.push("ended at its time limit: give a path");
  const next = input.offset + shown;
  if (shown > 0 && shown < total)
    parts.push(`${formatCount(input.offset + 1)} to ${formatCount(next)} listed`);
  if (shown > 0 && next < total) parts.push(`next offset ${next}`);
  if (shown === 0 && total > 0) parts.push(`offset ${input.offset} is past the last: use a smaller one`);
  parts.push(ignoredPart(matches, input));
  if (total === 0 && matches.near.length > 0) {
    parts.push(`near: ${matches.near.map(displayName).join(", ")}`);
  }
  return `${parts.join("; ")}${unreadNote(matches.unread)}.`;
}

async function run(input: Input, context: ToolContext): Promise<ToolOutcome> {
  const place = locate(context.root, input.path);
  if (place.stat === undefined) throw refuseMissing(context.root, place);
  const { stat } = place;
  if (!stat.isDirectory()) throw refuseNoFolder({ ...place, stat });
  const matches = await collect(input, place, context);
  refuseUnreadable(place, matches.unread);
  const { lines, shown } = page(matches.found, input);
  const next = input.offset + shown.length;
  return {
    summary: summaryOf(input, place, matches, shown.length),
    body: lines.join("\n"),
    data: {
      path: place.rel,
      files: shown.map(({ path: name, type, isIgnored }) => ({ name, type, isIgnored })),
      total: matches.found.length,
      isCut: next < matches.found.length || !matches.isWhole,
      nextOffset: next < matches.found.length && shown.length > 0 ? next : null,
      ignored: Object.fromEntries(matches.ignored),
      near: matches.near,
      unread: matches.unread,
    },
  };
}

/** `find_files` (TOOL-03): paths by glob, links and folders too; matches in ignored places are counted, not silent. */
export const findFilesTool: Tool = defineTool({
  name: "find_files",
  title: "Find files",
  description:
    "Finds files, folders and links by glob; use it when you know a name or an ending but not the place. One path a " +
    "line, folders with / at the end, 200 at a time. Matches that .gitignore names, or in node_modules, are only " +
    "counted and their places named; pass include_ignored to list them. Links are not followed, .git is never entered. " +
    "To find text inside files use search_code.",
  severity: "L1",
  timeoutMs: 10_000,
  isPreviewable: false,
  isChanging: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema,
  run,
});
