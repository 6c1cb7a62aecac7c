import { z } from "zod";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { codePageOf } from "./codePage.ts";
import { limits } from "./limits.ts";
import { commandsOf, type Command } from "./registry.ts";
import { endedOf, processNames, reportCommand } from "./report.ts";
import type { Run } from "./run.ts";

const schema = z.strictObject({
  id: z
    .string()
    .min(1)
    .meta({ description: "Id of the command, from its result or list_commands.", examples: ["c-1f0e9a27"] }),
});

const lookEveryMs = 100;

/** Asks first, so that a program can put its files in order; ends what is still there after the grace. */
async function stop(run: Run): Promise<void> {
  run.ask("stop");
  const until = Date.now() + limits.politeMs;
  while (Date.now() < until && (run.ended() === null || run.living().length > 0)) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  run.kill("stop");
  await run.done;
}

function alreadyOver(command: Command): ToolOutcome {
  return {
    summary: `${command.id} had ended already; nothing of it runs`,
    body: `command_output {"id": "${command.id}"} shows how, and its output.`,
    data: { id: command.id, isRunning: false, stopped: [] },
  };
}

async function execute({ id }: z.output<typeof schema>, context: ToolContext): Promise<ToolOutcome> {
  const command = commandsOf(context.scope).find(id);
  const { run } = command;
  const living = run?.living() ?? [];
  const wasRunning = command.ended() === null;
  if (run === null || (!wasRunning && living.length === 0)) return alreadyOver(command);
  await stop(run);
  const stopped = living.map(({ pid, name }) => ({ pid, name }));
  if (!wasRunning) {
    return {
      summary: `ended what ${id} had left running: ${processNames(living)}`,
      data: { id, isRunning: false, stopped },
    };
  }
  const ended = endedOf(command, codePageOf(context.scope.environment));
  const waited = {
    waitMs: 0,
    isBackground: true,
    capMs: 0,
    sandbox: command.sandbox,
    network: command.network ?? true,
  };
  const outcome = reportCommand(ended, waited);
  return { ...outcome, data: { ...outcome.data, stopped } };
}

/** `stop_command` (TOOL-05): ends a command and everything it started. */
export const stopCommandTool: Tool = defineTool({
  name: "stop_command",
  title: "Stop command",
  description:
    "Use it to end a server, a watcher or what hangs: ends a command that was started here and everything it started: asks first (SIGTERM), after 3 seconds ends it. Also " +
    "ends what an ended command left running. Answers with its last output.",
  severity: "L2",
  timeoutMs: 15_000,
  isPreviewable: false,
  isChanging: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  schema,
  run: execute,
});
