import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { formatCount, formatPlural, refusalFromSystem, resultBytes } from "../outcome/index.ts";
import {
  displayName,
  isInside,
  locate,
  refuseMissing,
  refuseNoFolder,
  type Place,
  type Root,
} from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { refuseUnreadable, unreadNote, walk, type Entry } from "./walk.ts";

const maxEntries = 1_000;
const countedEntries = 200_000;
const countMs = 3_000;
/** After so many entries other calls of the server get their turn. */
const entriesPerTurn = 1_000;
const summaryRoom = 500;

const schema = z.strictObject({
  path: z
    .string()
    .default(".")
    .meta({
      description: "Folder to list, relative to the workspace root. Default: the root.",
      examples: ["src"],
    }),
  recursive: z
    .boolean()
    .default(false)
    .meta({ description: "True to list subfolders too. Default false.", examples: [true] }),
  depth: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .meta({
      description: "How many levels to list; more than 1 means recursive. Default 1, with recursive all.",
      examples: [2],
    }),
  include_ignored: z
    .boolean()
    .default(false)
    .meta({
      description: "True: enter folders that .gitignore names, and node_modules, too. Default false.",
      examples: [true],
    }),
  offset: z
    .int()
    .min(0)
    .default(0)
    .meta({ description: "How many entries to pass over, to page on. Default 0.", examples: [1_000] }),
});
type Input = z.output<typeof schema>;

interface Listed {
  name: string;
  type: Entry["type"];
  size: number | null;
  isIgnored: boolean;
  target?: string;
}

function targetOf(root: Root, path: string): string {
  try {
    if (!isInside(root.real, realpathSync.native(path))) return "(outside the workspace)";
    return displayName(readlinkSync(path));
  } catch {
    // The target does not exist or the link leads back to itself.
    return "(broken)";
  }
}

function describe(root: Root, entry: Entry): Listed {
  const path = join(root.real, entry.path);
  const stat = entry.type === "file" ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
  const { type, isIgnored, path: name } = entry;
  const listed = { name, type, size: stat?.size ?? null, isIgnored };
  return type === "link" ? { ...listed, target: targetOf(root, path) } : listed;
}

function lineOf(listed: Listed, isIgnoredEntered: boolean): string {
  const name = displayName(listed.type === "folder" ? `${listed.name}/` : listed.name);
  const size = listed.size === null ? "-" : formatCount(listed.size);
  const target = listed.target === undefined ? "" : ` -> ${listed.target}`;
  const ignored = listed.isIgnored
    ? listed.type === "folder" && !isIgnoredEntered
      ? " (ignored, not entered)"
      : " (ignored)"
    : "";
  const odd = listed.name.includes("\ufffd") ? " (name is not UTF-8: reach it with run_command)" : "";
  return `${listed.type}\t${size}\t${name}${target}${ignored}${odd}`;
}

interface Listing {
  readonly listed: Listed[];
  readonly lines: string[];
  readonly total: number;
  readonly ignored: number;
  readonly isCounted: boolean;
  readonly unread: readonly string[];
}

async function collect(input: Input, place: Place, context: ToolContext): Promise<Listing> {
  const { root } = context;
  const depth = input.depth ?? (input.recursive ? 64 : 1);
  const listed: Listed[] = [];
  const lines: string[] = [];
  const until = Date.now() + countMs;
  const unread: string[] = [];
  const onUnread = (folder: string): void => {
    unread.push(folder);
  };
  let bytes = 0;
  let total = 0;
  let ignored = 0;
  for (const entry of walk(root.real, place.rel, depth, input.include_ignored, onUnread)) {
    total += 1;
    if (entry.isIgnored) ignored += 1;
    if (total % entriesPerTurn === 0) await setImmediate();
    if (total >= countedEntries || Date.now() > until || context.signal.aborted) {
      return { listed, lines, total, ignored, isCounted: false, unread };
    }
    if (total <= input.offset || lines.length >= maxEntries || bytes > resultBytes - summaryRoom) continue;
    const one = describe(root, entry);
    const line = lineOf(one, input.include_ignored);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > resultBytes - summaryRoom) continue;
    listed.push(one);
    lines.push(line);
  }
  return { listed, lines, total, ignored, isCounted: true, unread };
}

function cutOf(input: Input, total: number, shown: number): string {
  if (total <= shown) return "";
  const next = input.offset + shown;
  const way = "list a subfolder, use a smaller depth";
  if (shown === 0) return `; offset ${input.offset} is past the last: use a smaller one`;
  const range =
    input.offset === 0
      ? `first ${formatCount(shown)}`
      : `${formatCount(input.offset + 1)} to ${formatCount(next)}`;
  return next < total ? `; ${range} shown: ${way}, or go on with offset ${next}` : `; ${range} shown`;
}

function outcomeOf(input: Input, place: Place, listing: Listing): ToolOutcome {
  const { listed, lines, total, ignored, isCounted, unread } = listing;
  const count = `${isCounted ? "" : "at least "}${formatPlural(total, "entry", "entries")}`;
  const cut = cutOf(input, total, lines.length);
  const next = input.offset + lines.length;
  const skipped = ignored > 0 ? `; ${formatCount(ignored)} ignored by .gitignore or by default (marked)` : "";
  return {
    summary: `${place.rel === "." ? "Workspace root" : `${place.shown}/`}: ${count}${cut}${skipped}${unreadNote(unread)}. Columns: type, bytes, name.`,
    body: lines.join("\n"),
    data: {
      path: place.rel,
      realPath: place.real,
      entries: listed,
      total,
      isCut: total > lines.length,
      nextOffset: next < total && lines.length > 0 ? next : null,
      isCounted,
      unread,
    },
  };
}

async function run(input: Input, context: ToolContext): Promise<ToolOutcome> {
  const place = locate(context.root, input.path);
  if (place.stat === undefined) throw refuseMissing(context.root, place);
  const { stat } = place;
  if (!stat.isDirectory()) throw refuseNoFolder({ ...place, stat });
  try {
    const listing = await collect(input, place, context);
    refuseUnreadable(place, listing.unread);
    return outcomeOf(input, place, listing);
  } catch (error) {
    throw refusalFromSystem(error, "list", place.shown);
  }
}

/** `list_files` (TOOL-03): names, types and sizes; ignored folders are named but not entered. */
export const listFilesTool: Tool = defineTool({
  name: "list_files",
  title: "List files",
  description:
    "Lists a folder of the workspace: type (file, folder, link, special), size in bytes and name, one entry a line. Use " +
    "it to learn what is there; to find a file by its name use find_files. Folders that .gitignore names, .git and " +
    "node_modules are shown but only entered with include_ignored or when listed by their own path. Shows at most 1,000 " +
    "entries or 30 KB at a time and says the next offset; links are not followed.",
  severity: "L1",
  timeoutMs: 10_000,
  isPreviewable: false,
  isChanging: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema,
  run,
});
