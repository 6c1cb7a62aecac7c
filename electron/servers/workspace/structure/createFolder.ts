import { mkdirSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { changesOf, emptyFolderPrint, missingFolders } from "../changes/index.ts";
import { openParent } from "../files/index.ts";
import { formatPlural, errnoOf, Refusal, refusalFromSystem } from "../outcome/index.ts";
import { kindOf, locate, refuseHeld, relativeName, type Place } from "../paths/index.ts";
import {
  defineTool,
  requireWrite,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from "../protocol/index.ts";
import { changedEntry } from "./changedData.ts";
import { refuseGit } from "./entry.ts";
import { inTurn } from "./turns.ts";

const schema = z.strictObject({
  path: z.string().meta({
    description: "Folder to make, relative to the workspace root; missing folders above it are made too.",
    examples: ["src/parts"],
  }),
});

function makeFolder(context: ToolContext, place: Place): void {
  let parent: ReturnType<typeof openParent> | undefined;
  try {
    parent = openParent(context.root, place.real, place.shown);
    mkdirSync(parent.child(basename(place.real)));
  } catch (error) {
    parent?.unmake();
    if (errnoOf(error) !== "EEXIST") throw refusalFromSystem(error, "make", place.shown);
    throw new Refusal(
      "exists",
      `${place.shown} exists by now; nothing was changed.`,
      "Look with list_files.",
    );
  } finally {
    parent?.close();
  }
}

function outcomeForExisting(place: Place): ToolOutcome {
  if (place.stat?.isDirectory() === true) {
    return {
      summary: `${place.shown}: the folder exists already; nothing was changed.`,
      data: { changed: [] },
    };
  }
  const kind = place.stat === undefined ? "something else" : kindOf(place.stat);
  throw new Refusal(
    "exists",
    `${place.shown} exists already and is ${kind}, not a folder; nothing was changed.`,
    "Use another name, or move it first with move_path.",
  );
}

async function createFolder(context: ToolContext, path: string): Promise<ToolOutcome> {
  const place = locate(context.root, path);
  if (place.stat !== undefined) return outcomeForExisting(place);
  refuseHeld(place);
  const rel = relativeName(context.root.real, place.real);
  refuseGit({ rel, shown: place.shown });
  const made = missingFolders(context.root, place.real);
  for (const folder of [...made, rel]) requireWrite(context.scope, folder, place.shown);
  await context.hooks.beforeCommit?.(place.real);
  const change = changesOf(context.scope).begin({
    kind: "created",
    path: rel,
    entry: "folder",
    before: null,
    after: emptyFolderPrint,
    files: 0,
    bytes: 0,
    made,
    ...(context.meta.requestId === null ? {} : { requestId: context.meta.requestId }),
  });
  context.hooks.reached?.("recorded");
  try {
    makeFolder(context, place);
  } catch (error) {
    change.drop();
    throw error;
  }
  context.hooks.reached?.("written");
  change.done();
  const above = made.length === 0 ? "" : `, with ${formatPlural(made.length, "folder")} above it`;
  return {
    summary: `${place.shown}: folder made${above}.`,
    data: {
      changed: [changedEntry("created", { rel, real: place.real }, { print: emptyFolderPrint, bytes: 0 })],
      changeId: change.record.id,
    },
  };
}

/** `create_folder` (TOOL-13): makes a folder and what is missing above it. */
export const createFolderTool: Tool = defineTool({
  name: "create_folder",
  title: "Create folder",
  description:
    "Makes an empty folder, with missing folders above it; one that exists is left as it is. write_file and move_path " +
    "make the folders they need by themselves, so use this only for a folder that shall exist while it is empty. " +
    "Can be undone with undo_change.",
  severity: "L2",
  timeoutMs: 10_000,
  isPreviewable: false,
  isChanging: true,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema,
  run: async (input, context) => {
    const { real } = locate(context.root, input.path);
    return await inTurn(context, [real], async () => await createFolder(context, input.path));
  },
});
