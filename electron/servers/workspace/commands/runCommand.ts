import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Refusal } from "../outcome/index.ts";
import { locate, refuseMissing, type Place } from "../paths/index.ts";
import {
  defineTool,
  requireShell,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from "../protocol/index.ts";
import { commandEnvironment } from "./environment.ts";
import { execute } from "./execute.ts";
import { reportCommand } from "./report.ts";
import { shellFor } from "./shell.ts";

const defaultMs = 120_000;
const mostMs = 600_000;

const timeLimit = z.int().min(1).max(mostMs).optional();
const schema = z.strictObject({
  command: z
    .string()
    .min(1)
    .meta({
      description: "Command line for bash (Windows: cmd). Its stdin is empty; it cannot ask.",
      examples: ["npm test"],
    }),
  timeout_ms: timeLimit.meta({
    description:
      "Time limit in milliseconds, at most 600,000. Default 120,000. At it everything the command started is ended.",
    examples: [300_000],
  }),
  timeoutMs: timeLimit.meta({ description: "Another name for timeout_ms.", examples: [300_000] }),
  cwd: z
    .string()
    .default(".")
    .meta({
      description: "Folder to run in, relative to the workspace root. Default: the root.",
      examples: ["packages/api"],
    }),
});
type Input = z.output<typeof schema>;

function folderFor(context: ToolContext, cwd: string): Place {
  const place = locate(context.root, cwd);
  if (place.stat === undefined) throw refuseMissing(context.root, place);
  if (place.stat.isDirectory()) return place;
  throw new Refusal(
    "invalidInput",
    `cwd: ${place.shown} is not a folder.`,
    "Give a folder of the workspace.",
  );
}

async function run(input: Input, context: ToolContext): Promise<ToolOutcome> {
  if (input.command.includes("\0"))
    throw new Refusal("invalidInput", "command contains a NUL character.", "Leave it out.");
  if (input.command.trim() === "")
    throw new Refusal("invalidInput", 'command is blank. Example: {"command": "npm test"}.');
  requireShell(context.scope);
  const place = folderFor(context, input.cwd);
  const timeoutMs = input.timeout_ms ?? input.timeoutMs ?? defaultMs;
  const callMark = randomUUID();
  const where = { root: context.root.real, cwd: place.real, callMark, serverMark: context.scope.serverMark };
  const ended = await execute({
    shell: shellFor(input.command),
    cwd: place.real,
    env: commandEnvironment(context.scope.environment, where),
    callMark,
    timeoutMs,
    signal: context.signal,
    onProgress: context.onProgress,
  });
  return reportCommand(ended, place.shown, timeoutMs);
}

/** `run_command` (TOOL-05): one command line in the workspace, with a time limit, output and exit code. */
export const runCommandTool: Tool = defineTool({
  name: "run_command",
  title: "Run command",
  description:
    "Runs a command line in the workspace and answers with exit code, stdout and stderr. Nothing can be typed into it: " +
    "prompts fail at once. Output over 3,000 characters is cut to its head and tail. A process left in the background " +
    "goes on until the workspace closes.",
  severity: "L3",
  timeoutMs: defaultMs,
  isPreviewable: false,
  isChanging: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  schema,
  run,
});
