import {
  commandOutputTool,
  listCommandsTool,
  reapCommands,
  runCommandTool,
  runProgramTool,
  stopCommandTool,
} from "./commands/index.ts";
import { editFileTool, readFileTool, writeFileTool } from "./files/index.ts";
import { formatToolsOf } from "./format/index.ts";
import { gitTools } from "./git/index.ts";
import { projectToolsOf, type ProjectTools } from "./project/index.ts";
import type { Scope, Tool, ToolOutcome, ToolSet } from "./protocol/index.ts";
import { sandboxMeta, sandboxOf, tidyAfterKilled } from "./sandbox/index.ts";
import { findFilesTool, listFilesTool, searchCodeTool } from "./search/index.ts";
import { createFolderTool, deletePathTool, movePathTool } from "./structure/index.ts";
import { listChangesTool, recoverChanges, undoChangeTool } from "./undo/index.ts";

/** The tools every workspace has, in the order they are listed. */
export const workspaceTools: readonly Tool[] = [
  listFilesTool,
  readFileTool,
  searchCodeTool,
  findFilesTool,
  editFileTool,
  writeFileTool,
  createFolderTool,
  movePathTool,
  deletePathTool,
  undoChangeTool,
  listChangesTool,
  runProgramTool,
  runCommandTool,
  commandOutputTool,
  listCommandsTool,
  stopCommandTool,
  ...gitTools,
];

/** Paths that a call changed, as its answer tells them; null when it does not tell all of them. */
function changedBy(tool: Tool, outcome: ToolOutcome): readonly string[] | null {
  const changed = outcome.data["changed"];
  if (tool.isJournaled !== true || !Array.isArray(changed)) return null;
  return changed.map((one: { readonly realPath?: unknown }) => String(one.realPath));
}

/** Looks at the project's files after a tool that may have changed them, so that the notice comes before the answer. */
function followed(tool: Tool, parts: readonly ProjectTools[]): Tool {
  if (!tool.isChanging) return tool;
  const look = (paths: readonly string[] | null): void => {
    for (const part of parts) if (paths === null || paths.some((path) => part.concerns(path))) part.list();
  };
  return {
    ...tool,
    run: async (input, context) => {
      let paths: readonly string[] | null = null;
      try {
        const outcome = await tool.run(input, context);
        paths = changedBy(tool, outcome);
        return outcome;
      } finally {
        look(paths);
      }
    },
  };
}

/** The tools of one scope: those that every workspace has, and those that its project's files bring (TOOL-09). */
export function createToolSet(scope: Scope): ToolSet {
  // Before all rooms that start something: what holds it back ends after it.
  sandboxOf(scope);
  reapCommands(scope);
  tidyAfterKilled(scope);
  // Never rejects; whoever changes a path waits for it.
  recoverChanges(scope).catch(() => undefined);
  const parts = [projectToolsOf(scope), formatToolsOf(scope)];
  const ofProject = (): Tool[] => parts.flatMap((part) => part.list());
  const fixed = workspaceTools.map((tool) => followed(tool, parts));
  const byName = new Map(fixed.map((tool) => [tool.name, tool]));
  return {
    list: () => [...fixed, ...ofProject().map((tool) => followed(tool, parts))],
    fixed: (name) => byName.get(name),
    metaOf: async (tool) => await sandboxMeta(scope, tool),
    onChanged: (listener) => {
      const stops = parts.map((part) => part.onChanged(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    whyMissing: (name) => parts.map((part) => part.whyMissing(name)).find((why) => why !== undefined),
  };
}
