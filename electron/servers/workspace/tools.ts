import { runCommandTool } from "./commands/index.ts";
import { editFileTool, readFileTool, writeFileTool } from "./files/index.ts";
import type { Scope, Tool, ToolSet } from "./protocol/index.ts";
import { listFilesTool, searchCodeTool } from "./search/index.ts";

/** The tools every workspace has, in the order they are listed. */
export const workspaceTools: readonly Tool[] = [
  listFilesTool,
  readFileTool,
  searchCodeTool,
  editFileTool,
  writeFileTool,
  runCommandTool,
];

/** The tools of one scope. */
export function createToolSet(_scope: Scope): ToolSet {
  return { list: () => workspaceTools, onChanged: () => () => undefined };
}
