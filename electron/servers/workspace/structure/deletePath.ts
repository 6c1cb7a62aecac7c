import { z } from "zod";
import { keptAnyway, keptBytes, keptChanges } from "../changes/index.ts";
import { formatBytes, formatPlural, Refusal } from "../outcome/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { deleteEntry, type Found } from "./changeEntry.ts";
import { changedEntry } from "./changedData.ts";
import { locateEntry, refuseGit } from "./entry.ts";
import { findEntry } from "./movePath.ts";
import { previewOf, touchedBy } from "./touched.ts";
import { inTurn } from "./turns.ts";

const schema = z.strictObject({
  path: z.string().meta({
    description: "File, folder or link to delete, relative to the workspace root.",
    examples: ["src/unused.ts"],
  }),
});

/** "the link", "the folder with 3 files (1.2 KB)". */
function kindOf({ found }: Found): string {
  switch (found.entry) {
    case "folder":
      return found.inside.length === 0
        ? "an empty folder"
        : `a folder with ${formatPlural(found.files, "file")} (${formatBytes(found.bytes)})`;
    case "link":
      return `a link; what it leads to (${found.print.slice("link:".length)}) is as before`;
    case "file":
      return `a file of ${formatBytes(found.bytes)}`;
    case "other":
      return "a special file";
  }
}

function wayBack(changeId: string, bytes: number): string {
  const large =
    bytes > keptBytes
      ? ` It is larger than all that is kept otherwise (${formatBytes(keptBytes)}), so it goes after ${keptAnyway} more changes.`
      : ` Kept are the last ${keptChanges} changes, at most ${formatBytes(keptBytes)}; the oldest go first.`;
  return `To bring it back: undo_change with id ${changeId}.${large}`;
}

async function deletePath(context: ToolContext, path: string): Promise<ToolOutcome> {
  const what = await findEntry(context, path);
  const { entry, found } = what;
  refuseGit(entry);
  const touched = touchedBy(context, [entry], found);
  if (context.meta.isPreview) {
    return {
      summary: `Preview: ${entry.shown} would be deleted: ${kindOf(what)}.`,
      data: previewOf(touched),
    };
  }
  await context.hooks.beforeCommit?.(entry.real);
  if (context.signal.aborted)
    throw new Refusal("timedOut", "The deletion was cancelled; nothing was changed.");
  const changeId = await deleteEntry(context, what);
  return {
    summary: `${entry.shown}: deleted, it was ${kindOf(what)}.`,
    body: wayBack(changeId, found.bytes),
    data: {
      changed: [changedEntry("deleted", entry, found)],
      changeId,
      files: found.files,
      bytes: found.bytes,
    },
  };
}

/** `delete_path` (TOOL-13): takes one entry away to where it can be brought back from. */
export const deletePathTool: Tool = defineTool({
  name: "delete_path",
  title: "Delete",
  description:
    "Use it instead of rm: deletes a file, a folder with all that is in it, or a link (never its target). What is deleted is kept outside of " +
    "the workspace, and undo_change brings it back. Look with list_files at what a folder holds before you delete it.",
  severity: "L3",
  timeoutMs: 60_000,
  isPreviewable: true,
  isChanging: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  schema,
  run: async (input, context) => {
    const { real } = locateEntry(context.root, input.path);
    return await inTurn(context, [real], async () => await deletePath(context, input.path));
  },
});
