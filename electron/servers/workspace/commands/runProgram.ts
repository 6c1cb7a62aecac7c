import { z } from "zod";
import {
  defineTool,
  requireProgram,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from "../protocol/index.ts";
import { commandOptions, preparedOptions, refuseNul } from "./commandInput.ts";
import { limits } from "./limits.ts";
import { runPrepared } from "./prepare.ts";

const schema = z.strictObject({
  program: z
    .string()
    .min(1)
    .meta({
      description:
        "Name of a program (the project's own in node_modules/.bin come first, then PATH), or its path. No arguments in it.",
      examples: ["npm"],
    }),
  args: z
    .array(z.string())
    .default([])
    .meta({
      description:
        "Its arguments, one item each, exactly as the program gets them: no quoting, no expansion.",
      examples: [["test", "--", "src/a.test.ts"]],
    }),
  ...commandOptions,
});

/** An argument as a person reads it: quoted where its borders would not be clear. */
function labelOf(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}

async function run(input: z.output<typeof schema>, context: ToolContext): Promise<ToolOutcome> {
  refuseNul("program", input.program);
  for (const argument of input.args) refuseNul("args", argument);
  requireProgram(context.scope, input.program);
  const { program, args } = input;
  const options = preparedOptions(input, context);
  const { outcome } = await runPrepared(context, {
    ...options,
    program,
    args,
    label: labelOf([program, ...args]),
  });
  return outcome;
}

/** `run_program` (TOOL-05): a program with a list of arguments, without a shell. */
export const runProgramTool: Tool = defineTool({
  name: "run_program",
  title: "Run program",
  description:
    "Runs one program with its arguments in the workspace, without a shell, and answers with exit code, stdout and stderr. " +
    "The right tool for tests, builds, linters and scripts. Nothing can be typed into it: prompts fail at once. Output over " +
    "3,000 characters is cut to its head and tail; command_output reads the whole. What still runs after timeout_ms goes on " +
    "in the background under an id; servers and watchers start with background: true.",
  severity: "L3",
  timeoutMs: limits.defaultMs,
  isPreviewable: false,
  isChanging: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  schema,
  run,
});
