import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { z } from "zod";
import { isWithin, survey } from "../changes/index.ts";
import { formatBytes, formatPlural, Refusal } from "../outcome/index.ts";
import { locate, refuseHeld, refuseMissing } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { moveEntry, type Found } from "./changeEntry.ts";
import { changedEntry } from "./changedData.ts";
import { isOtherSpelling, locateEntry, refuseGit, type Entry } from "./entry.ts";
import { previewOf, touchedBy } from "./touched.ts";
import { inTurn } from "./turns.ts";

const schema = z.strictObject({
  from: z.string().meta({
    description: "File, folder or link to move, relative to the workspace root.",
    examples: ["src/old.ts"],
  }),
  to: z.string().meta({
    description:
      "Its whole new path with its name (not the folder to put it in), relative to the root. Nothing may be there; " +
      "missing folders are made.",
    examples: ["src/parts/new.ts"],
  }),
});

/** An entry with what is in it. @throws Refusal `notFound` with the names that are there */
export async function findEntry(context: ToolContext, input: string): Promise<Found> {
  const entry = locateEntry(context.root, input);
  const found = entry.stat === undefined ? undefined : await survey(entry.real);
  if (found !== undefined) return { entry, found };
  throw refuseMissing(context.root, { ...entry, stat: undefined });
}

function refuseTaken(from: Entry, to: Entry): void {
  if (from.real === to.real) {
    throw new Refusal(
      "invalidInput",
      "from and to are the same: there is nothing to move.",
      "Give a new path as to.",
    );
  }
  if (from.stat?.isDirectory() === true && isWithin(from.rel, to.rel)) {
    throw new Refusal(
      "invalidInput",
      `${from.shown} cannot be moved into itself (${to.shown}).`,
      "Give a path outside of it as to.",
    );
  }
  refuseHeld(to);
  if (to.stat === undefined || isOtherSpelling(from, to)) return;
  const isFolder = statSync(to.real, { throwIfNoEntry: false })?.isDirectory() === true;
  throw new Refusal(
    "exists",
    `${to.shown} exists already; nothing was changed, since a move never replaces anything.`,
    isFolder
      ? `To put it into that folder, give ${to.shown}/${basename(from.real)} as to.`
      : "Use another name, or move or delete what is there first.",
  );
}

async function move(context: ToolContext, input: z.output<typeof schema>): Promise<ToolOutcome> {
  const what = await findEntry(context, input.from);
  const to = locateEntry(context.root, input.to);
  // Missing folders must not be made through a link that leads nowhere.
  locate(context.root, dirname(to.real));
  for (const entry of [what.entry, to]) refuseGit(entry);
  refuseTaken(what.entry, to);
  const touched = touchedBy(context, [what.entry, to], what.found);
  const { entry, found } = what;
  const size =
    found.entry === "folder" ? ` (${formatPlural(found.files, "file")}, ${formatBytes(found.bytes)})` : "";
  if (context.meta.isPreview) {
    return {
      summary: `Preview: ${entry.shown}${size} would become ${to.shown}. Nothing was moved.`,
      data: previewOf(touched),
    };
  }
  await context.hooks.beforeCommit?.(entry.real);
  if (context.signal.aborted) throw new Refusal("timedOut", "The move was cancelled; nothing was changed.");
  const changeId = await moveEntry(context, what, to);
  return {
    summary: `${to.shown}: moved from ${entry.shown}${size}.`,
    body: "Names of it in other files (imports, links, settings) are as before: search_code finds them.",
    data: { changed: [changedEntry("moved", to, found, entry.rel)], changeId },
  };
}

/** `move_path` (TOOL-13): moves or renames one entry, never onto another. */
export const movePathTool: Tool = defineTool({
  name: "move_path",
  title: "Move or rename",
  description:
    "Use it to move or rename a file, a folder with all that is in it, or a link (the link itself, not its target). Never " +
    "replaces anything. Does not change what other files say about it. Can be undone with undo_change.",
  severity: "L2",
  timeoutMs: 60_000,
  isPreviewable: true,
  isChanging: true,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  schema,
  run: async (input, context) => {
    const ends = [input.from, input.to].map((path) => locateEntry(context.root, path).real);
    return await inTurn(context, ends, async () => await move(context, input));
  },
});
