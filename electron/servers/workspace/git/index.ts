import type { Tool } from "../protocol/index.ts";
import { gitDiffTool } from "./gitDiff.ts";
import { gitLogTool } from "./gitLog.ts";
import { gitStatusTool } from "./gitStatus.ts";

/** The tools that look at a repository; they are always listed, since a repository may come at any time. */
export const gitTools: readonly Tool[] = [gitStatusTool, gitDiffTool, gitLogTool];
