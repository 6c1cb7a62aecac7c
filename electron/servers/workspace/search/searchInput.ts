import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Refusal } from "../outcome/index.ts";
import { refuseMissing, type Place } from "../paths/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import { refuseLineBreak } from "./explain.ts";
import { alwaysIgnored, isIgnoredPath } from "./walk.ts";

const pattern = z
  .string()
  .min(1)
  .meta({
    description:
      "Regular expression, matched within one line; look-around and back-references work. For plain text set is_literal.",
    examples: ["function \\w+\\("],
  });

/** The arguments of `search_code`. */
export const searchSchema = z.strictObject({
  pattern,
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
    .meta({
      description:
        "Only files whose path fits this glob; without a slash it is matched against the name. A backslash before [ { * ? means the character itself.",
      examples: ["*.ts"],
    }),
  is_literal: z
    .boolean()
    .default(false)
    .meta({
      description: "True: pattern is plain text, not a regular expression. Default false.",
      examples: [true],
    }),
  ignore_case: z
    .boolean()
    .default(false)
    .meta({ description: "True: capital and small letters are the same. Default false.", examples: [true] }),
  is_multiline: z
    .boolean()
    .default(false)
    .meta({
      description:
        "True: pattern may match across lines (\\n in it is a line break). Slower. Default false: line by line.",
      examples: [true],
    }),
  include_ignored: z
    .boolean()
    .default(false)
    .meta({
      description: "True: search what .gitignore names, and node_modules, too. Default false.",
      examples: [true],
    }),
  max_hits: z
    .int()
    .min(1)
    .max(500)
    .default(50)
    .meta({ description: "Most hits shown with their text, 1 to 500. Default 50.", examples: [100] }),
});

/** Checked arguments of `search_code`. */
export type SearchInput = z.output<typeof searchSchema>;

/** Whether the search is about some files only. */
export function isFiltered(input: SearchInput): boolean {
  return input.file_glob !== undefined && !/^(?:\*|\*\*|\*\*\/\*)$/.test(input.file_glob);
}

/** A larger file is left out of the search of a folder, and searched when it is named itself. */
export const largestBytes = 64 * 1024 * 1024;

/** ripgrep's arguments before the ones for the pattern: what is searched, links never followed. */
export function placeArguments(input: SearchInput, place: Place, context: ToolContext): string[] {
  const isFolder = place.stat?.isDirectory() === true;
  const args = ["--json", "--no-config", "--no-follow", "--hidden", "--no-require-git", "--max-filesize=64M"];
  // A mapped file that shrinks while it is searched would end the program.
  args.push(
    "--no-mmap",
    "--no-ignore-global",
    "--no-ignore-exclude",
    "--no-ignore-dot",
    "--no-ignore-parent",
  );
  if (isFolder && (input.include_ignored || isIgnoredPath(context.root.real, place.rel, true)))
    args.push("--no-ignore");
  else if (place.rel !== "." && existsSync(join(context.root.real, ".gitignore")))
    args.push("--ignore-file=.gitignore");
  if (isFiltered(input)) args.push(`--glob=${input.file_glob}`);
  // Names what is over the largest size. With a glob it would name every other file as well.
  else if (isFolder) args.push("--debug");
  if (isFolder)
    for (const name of alwaysIgnored)
      if (!input.include_ignored || name === ".git") args.push(`--glob=!${name}`);
  return args;
}

/** ripgrep's arguments for the pattern and the path, the last ones. */
export function patternArguments(input: SearchInput, place: Place, isWithLookAround: boolean): string[] {
  const args: string[] = [];
  if (input.is_literal) args.push("--fixed-strings");
  else if (isWithLookAround) args.push("--pcre2");
  if (input.ignore_case) args.push("--ignore-case");
  if (input.is_multiline) args.push("--multiline");
  args.push(`--regexp=${input.pattern}`, "--", place.rel === "." ? "." : `./${place.rel}`);
  return args;
}

/** @throws Refusal `invalidInput`, `notFound`, `special` */
export function checkSearch(input: SearchInput, place: Place, context: ToolContext): void {
  if (/\0/.test(input.pattern + (input.file_glob ?? ""))) {
    throw new Refusal(
      "invalidInput",
      "pattern and file_glob cannot contain a NUL character.",
      "Use \\x00 in the pattern.",
    );
  }
  if (!input.is_multiline && /[\r\n]/.test(input.pattern)) throw refuseLineBreak(input.pattern);
  const { stat } = place;
  if (stat === undefined) throw refuseMissing(context.root, place);
  if (!stat.isDirectory() && !stat.isFile())
    throw new Refusal(
      "special",
      `${place.shown} is neither a file nor a folder.`,
      "Search the folder it is in; what is no regular file is left out there.",
    );
}

/** Milliseconds a search may still take, so that what it found can be told within the call's time limit. */
export function remainingMs(context: ToolContext): number {
  return Math.max(100, context.deadlineAt - Date.now() - 1_000);
}
