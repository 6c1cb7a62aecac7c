import { join, resolve } from "node:path";
import { z } from "zod";
import { changesOf, type ChangeRecord } from "../changes/index.ts";
import { Refusal } from "../outcome/index.ts";
import { displayName, gitArea, locate, relativeName, type Root } from "../paths/index.ts";
import {
  assertPasses,
  defineTool,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from "../protocol/index.ts";
import { inTurn, locateEntry } from "../structure/index.ts";
import { pickChange, type Wanted } from "./pick.ts";
import { decidedFor, type UndoPlan } from "./plan.ts";
import { recoverChanges } from "./recover.ts";
import { planContent } from "./undoContent.ts";
import { planRemoval, planRestore, planReturn } from "./undoEntry.ts";

const schema = z.strictObject({
  path: z
    .string()
    .optional()
    .meta({
      description:
        "Undo the last change of this file or folder, or of something in it. Without path and id: the last change of all.",
      examples: ["src/app.ts"],
    }),
  id: z
    .string()
    .optional()
    .meta({
      description: "Undo this change, by its id of list_changes. The id of an undo takes that undo back.",
      examples: ["0mfo2k9qx-5f3a9c1e"],
    }),
});
type Input = z.output<typeof schema>;

/** What a path leads to, where it is a link inside the root; nothing for any other. */
function followed(root: Root, input: string): string[] {
  try {
    return [relativeName(root.real, locate(root, input).real)];
  } catch (error) {
    // A link that leads out or nowhere can have been moved or deleted itself, but nothing was changed through it.
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** The recorded paths that a path of the model may mean; undefined for the root: all of them. */
export function recordedPaths({ root }: ToolContext, input: string): string[] | undefined {
  const path = resolve(root.real, input);
  if (input !== "" && (path === root.real || path === root.given)) return undefined;
  return [...new Set([locateEntry(root, input).rel, ...followed(root, input)])];
}

function wantedBy(context: ToolContext, { path, id }: Input): Wanted {
  if (path !== undefined && id !== undefined) {
    throw new Refusal(
      "invalidInput",
      "Give path or id, not both.",
      "An id of list_changes names one change.",
    );
  }
  if (id !== undefined) return { id };
  if (path === undefined) return {};
  const paths = recordedPaths(context, path);
  return paths === undefined ? {} : { paths, shown: displayName(path) };
}

/** Git's own store is changed back only as a person decided it. */
function refuseGit(context: ToolContext, record: ChangeRecord): void {
  const { isPreview, decided } = context.meta;
  if (gitArea(record.path) === "none" || isPreview || decided !== null) return;
  throw new Refusal(
    "denied",
    `${displayName(record.path)} belongs to git's own store.`,
    "Use git itself with run_command.",
  );
}

async function planFor(context: ToolContext, record: ChangeRecord): Promise<UndoPlan> {
  switch (record.kind) {
    case "changed":
      return planContent(context, record);
    case "created":
      return await planRemoval(context, record);
    case "deleted":
      return await planRestore(context, record);
    case "moved":
      return await planReturn(context, record);
  }
}

function previewOutcome({ says, file, fileCount, guarded }: UndoPlan): ToolOutcome {
  const data = { preview: { files: file === null ? [] : [file], fileCount, guarded } };
  assertPasses(data, "Change the file with run_command instead.");
  return { summary: `Preview: ${says}. Nothing was changed.`, data };
}

async function undo(context: ToolContext, record: ChangeRecord): Promise<ToolOutcome> {
  refuseGit(context, record);
  const plan = await planFor(context, record);
  if (context.meta.isPreview) return previewOutcome(plan);
  const decided = decidedFor(context, plan);
  if (context.signal.aborted) throw new Refusal("timedOut", "The undo was cancelled; nothing was changed.");
  const { summary, changed, changeId } = await plan.run(decided);
  return {
    summary,
    body: `To take this undo back: undo_change with id ${changeId}. Calling undo_change again goes one change further back.`,
    data: { changed: [changed], changeId, undone: record.id },
  };
}

/** `undo_change` (TOOL-13, GOV-08): takes one change back, or says why that would lose something newer. */
export const undoChangeTool: Tool = defineTool({
  name: "undo_change",
  title: "Undo a change",
  description:
    "Use it when a change was wrong: takes back the last change that a file tool made (edit_file, write_file, create_folder, move_path, delete_path): " +
    "of one path, or of all. Content comes back byte for byte; deleted things come back from where they are kept. Refuses " +
    "when the path has changed since, so nothing newer is lost. Called again it goes further back. What run_command did " +
    "cannot be undone.",
  severity: "L2",
  timeoutMs: 60_000,
  isPreviewable: true,
  isChanging: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  schema,
  run: async (input, context) => {
    await recoverChanges(context.scope);
    const record = pickChange(changesOf(context.scope).list(), wantedBy(context, input));
    const paths = [record.path, record.from ?? record.path].map((rel) => join(context.root.real, rel));
    return await inTurn(context, paths, async () => await undo(context, record));
  },
});
