import { runCommandTool } from "./commands/index.ts";
import { editFileTool, readFileTool, writeFileTool } from "./files/index.ts";
import type { Tool } from "./protocol/index.ts";
import { listFilesTool, searchCodeTool } from "./search/index.ts";

/** All tools of the workspace server, in the order they are listed. */
export const workspaceTools: readonly Tool[] = [
  listFilesTool,
  readFileTool,
  searchCodeTool,
  editFileTool,
  writeFileTool,
  runCommandTool,
];
