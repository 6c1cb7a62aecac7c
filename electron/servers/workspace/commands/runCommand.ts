import { z } from "zod";
import { Refusal } from "../outcome/index.ts";
import {
  defineTool,
  requireShell,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from "../protocol/index.ts";
import { commandOptions, preparedOptions, refuseNul } from "./commandInput.ts";
import { limits } from "./limits.ts";
import { runPrepared } from "./prepare.ts";
import { shellFor } from "./shell.ts";

const schema = z.strictObject({
  command: z
    .string()
    .min(1)
    .meta({
      description: "Command line for bash (Windows: cmd). Its stdin is empty; it cannot ask.",
      examples: ["npm test"],
    }),
  ...commandOptions,
});

async function run(input: z.output<typeof schema>, context: ToolContext): Promise<ToolOutcome> {
  refuseNul("command", input.command);
  if (input.command.trim() === "")
    throw new Refusal("invalidInput", 'command is blank. Example: {"command": "npm test"}.');
  requireShell(context.scope);
  const options = preparedOptions(input, context);
  const shell = shellFor(input.command);
  const prepared = { ...shell, ...options, label: input.command, isVerbatim: true };
  const { outcome } = await runPrepared(context, prepared);
  return outcome;
}

/** `run_command` (TOOL-05): one shell line in the workspace. */
export const runCommandTool: Tool = defineTool({
  name: "run_command",
  title: "Run command",
  description:
    "Runs a shell line in the workspace and answers with exit code, stdout and stderr. Use it only where a shell is needed " +
    "(pipes, &&, redirects, globs); run_program is simpler and safer. Nothing can be typed into it: prompts fail at once. " +
    "Output over 3,000 characters is cut to its head and tail; command_output reads the whole. What still runs after " +
    "timeout_ms goes on in the background under an id.",
  severity: "L3",
  timeoutMs: limits.defaultMs,
  isPreviewable: false,
  isChanging: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  schema,
  run,
});
