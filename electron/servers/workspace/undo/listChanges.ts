import { z } from "zod";
import { changesOf, keptBytes, keptChanges, touches, type ChangeRecord } from "../changes/index.ts";
import { formatBytes, formatPlural } from "../outcome/index.ts";
import { displayName } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { inEffect } from "./pick.ts";
import { recoverChanges } from "./recover.ts";
import { recordedPaths } from "./undoChange.ts";
import { timeOf } from "./words.ts";

const usualLimit = 20;

const schema = z.strictObject({
  path: z
    .string()
    .optional()
    .meta({
      description: "Only changes of this file or folder, or of something in it.",
      examples: ["src"],
    }),
  limit: z
    .int()
    .min(1)
    .max(keptChanges)
    .optional()
    .meta({ description: `Most changes to list. Default ${usualLimit}.`, examples: [50] }),
});

function whatOf(record: ChangeRecord): string {
  const path = displayName(record.path);
  const size =
    record.entry === "folder" && record.files > 0 ? ` (${formatPlural(record.files, "file")})` : "";
  const from = record.from === undefined ? "" : `${displayName(record.from)} to `;
  const undoes = record.undoes === undefined ? "" : `, undoing ${record.undoes}`;
  return `${record.kind} ${record.entry} ${from}${path}${size}${undoes}`;
}

function list(context: ToolContext, path: string | undefined, limit: number): ToolOutcome {
  const all = changesOf(context.scope).list();
  const paths = path === undefined ? undefined : recordedPaths(context, path);
  const matching =
    paths === undefined ? all : all.filter((record) => paths.some((one) => touches(record, one)));
  const shown = matching.slice(0, limit);
  const isUndone = (record: ChangeRecord): boolean => inEffect(all, record) === null;
  const lines = shown.map(
    (record) =>
      `${record.id}  ${timeOf(record)}  ${whatOf(record)}${isUndone(record) ? " [taken back]" : ""}`,
  );
  const of = path === undefined ? "" : ` of ${displayName(path)}`;
  const first = shown.length < matching.length ? ` (the newest ${shown.length} shown; limit gives more)` : "";
  return {
    summary: `${formatPlural(matching.length, "change")}${of} kept, newest first${first}; kept are the last ${keptChanges}, at most ${formatBytes(keptBytes)}.`,
    body: lines.join("\n"),
    data: {
      total: matching.length,
      changes: shown.map((record) => {
        const { id, at, kind, entry, path: where, from, files, bytes, undoes, requestId } = record;
        return {
          id,
          at,
          kind,
          entry,
          path: where,
          from,
          files,
          bytes,
          undoes,
          requestId,
          isUndone: isUndone(record),
        };
      }),
    },
  };
}

/** `list_changes` (GOV-08): what can be undone. */
export const listChangesTool: Tool = defineTool({
  name: "list_changes",
  title: "List changes",
  description:
    "Lists the changes that the file tools made in this workspace, newest first, with the ids that undo_change takes; use it to see what can be undone. " +
    "Changes by run_command are not among them.",
  severity: "L1",
  timeoutMs: 10_000,
  isPreviewable: false,
  isChanging: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema,
  run: async (input, context) => {
    await recoverChanges(context.scope);
    return list(context, input.path, input.limit ?? usualLimit);
  },
});
