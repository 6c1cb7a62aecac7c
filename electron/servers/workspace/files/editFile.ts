import { z } from "zod";
import { formatPlural, Refusal } from "../outcome/index.ts";
import { refuseMissing, type Place } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext } from "../protocol/index.ts";
import { askedOf, askedShape } from "./asked.ts";
import { changeFile, type Plan } from "./change.ts";
import type { Editable } from "./editable.ts";
import { explainMiss } from "./nearMiss.ts";
import { findMatches, splice, type Match } from "./splice.ts";

const schema = z.strictObject({
  path: z
    .string()
    .meta({ description: "File to change, relative to the workspace root.", examples: ["src/app.ts"] }),
  old_str: z.string().meta({
    description:
      "Text to replace, exactly as in the file (without line numbers) and long enough to occur once. Empty only to create a new file.",
    examples: ["const retries = 3;"],
  }),
  new_str: z
    .string()
    .meta({ description: "Text to put in its place, literally.", examples: ["const retries = 5;"] }),
  all: z
    .boolean()
    .optional()
    .meta({ description: "True to replace every occurrence. Default false.", examples: [true] }),
  ...askedShape,
});
type Input = z.output<typeof schema>;

const listedLines = 20;

function linesOf(matches: readonly Match[]): string {
  const lines = matches.slice(0, listedLines).map((match) => match.line);
  return matches.length > listedLines ? `${lines.join(", ")}, …` : lines.join(", ");
}

function createPlan(place: Place, current: Editable | null, input: Input): Plan {
  if (current === null) return { after: input.new_str, did: "created" };
  throw new Refusal(
    "exists",
    `${place.shown} exists already; an empty old_str only creates new files.`,
    "To change it, give the text to replace as old_str. To replace all of it, use write_file.",
  );
}

function planEdit(context: ToolContext, place: Place, current: Editable | null, input: Input): Plan {
  if (input.old_str === "") return createPlan(place, current, input);
  if (current === null) {
    const missing = refuseMissing(context.root, place);
    throw new Refusal(
      "notFound",
      missing.message,
      "To create a file, use write_file, or edit_file with an empty old_str.",
    );
  }
  if (input.old_str === input.new_str) {
    throw new Refusal(
      "invalidInput",
      "old_str and new_str are the same: there is nothing to change.",
      "Give the text as it should become in new_str.",
    );
  }
  const matches = findMatches(current.text, input.old_str);
  if (matches.length === 0) {
    throw new Refusal(
      "noMatch",
      `old_str was not found in ${place.shown}.`,
      explainMiss(current.text, input.old_str, input.new_str),
    );
  }
  if (matches.length > 1 && input.all !== true) {
    throw new Refusal(
      "ambiguous",
      `old_str occurs ${matches.length} times in ${place.shown}, at lines ${linesOf(matches)}; nothing was changed.`,
      "Add lines around the one you mean to old_str, or set all to true to replace every occurrence.",
    );
  }
  const after = splice(current.text, input.old_str, input.new_str, matches);
  const places = matches.filter((match, i) => i === 0 || match.start >= (matches[i - 1]?.end ?? 0)).length;
  return { after, did: `${formatPlural(places, "place")} changed at line ${linesOf(matches)}` };
}

/** `edit_file` (TOOL-04): replaces one exact text (or all its occurrences) and keeps everything else byte for byte. */
export const editFileTool: Tool = defineTool({
  name: "edit_file",
  title: "Edit file",
  description:
    "Replaces an exact text in a file; use it to change parts of a file that you have read. old_str must occur exactly once (or set all). Encoding, line ends, mode and " +
    "everything else of the file are kept; \\n in old_str also matches CRLF. An empty old_str creates a new file and " +
    "never overwrites one.",
  severity: "L2",
  timeoutMs: 10_000,
  isPreviewable: true,
  isChanging: true,
  isJournaled: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  schema,
  run: async (input, context) =>
    await changeFile(
      context,
      input.path,
      (place, current) => planEdit(context, place, current, input),
      askedOf(input, false),
    ),
});
