import { z } from "zod";
import { formatBytes, formatPlural, headOf } from "../outcome/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { codePageOf } from "./codePage.ts";
import { commandsOf, type Command } from "./registry.ts";
import { lastLineOf } from "./lastLine.ts";
import { endText, formatSeconds, processNames } from "./report.ts";

const schema = z.strictObject({});
const mostEnded = 20;
const labelCharacters = 120;

interface Line {
  readonly text: string;
  readonly data: Record<string, unknown>;
}

function lineOf(command: Command, codePage: string | null): Line {
  const { id, label, cwd, startedAt, stdout, stderr, sandbox, network, run } = command;
  const end = command.ended();
  // Only a command that left something is looked up again: each look goes through all processes.
  const left = end !== null && end.left.length > 0 ? (run?.living() ?? []) : [];
  const status =
    end === null
      ? `running for ${formatSeconds(Date.now() - startedAt)}`
      : `${endText(end, null)}; ran ${formatSeconds(end.durationMs)}`;
  const leftText = left.length === 0 ? [] : [`left running: ${processNames(left)}`];
  const bytes = `stdout ${formatBytes(stdout.total)}, stderr ${formatBytes(stderr.total)}`;
  const shown = label.length > labelCharacters ? `${headOf(label, labelCharacters)}…` : label;
  return {
    text: [`${id}  ${shown}`, status, ...leftText, `cwd ${cwd}`, bytes].join("; "),
    data: {
      id,
      label,
      cwd,
      startedAt,
      isRunning: end === null,
      endedAt: end === null ? null : startedAt + end.durationMs,
      exitCode: end?.stoppedBy === null ? end.exitCode : null,
      signal: end?.signal ?? null,
      stoppedBy: end?.stoppedBy ?? null,
      left: left.map(({ pid, name }) => ({ pid, name })),
      stdoutBytes: stdout.total,
      stderrBytes: stderr.total,
      sandbox,
      network,
      lastLine: lastLineOf(command, codePage),
    },
  };
}

async function run(_input: z.output<typeof schema>, context: ToolContext): Promise<ToolOutcome> {
  const all = commandsOf(context.scope).list();
  const running = all.filter((command) => command.ended() === null);
  const ended = all.filter((command) => command.ended() !== null);
  const codePage = codePageOf(context.scope.environment);
  const lines = [...running, ...ended.slice(0, mostEnded)].map((command) => lineOf(command, codePage));
  const more = ended.length > mostEnded ? [`and ${ended.length - mostEnded} older ended ones`] : [];
  return await Promise.resolve({
    summary: `${formatPlural(running.length, "command")} running, ${ended.length} ended`,
    body: [...lines.map((line) => line.text), ...more].join("\n"),
    data: { commands: lines.map((line) => line.data) },
  });
}

/** `list_commands` (TOOL-05): what runs in this workspace, and what ran. */
export const listCommandsTool: Tool = defineTool({
  name: "list_commands",
  title: "List commands",
  description:
    "Lists the commands of this workspace with id, status, time and size of output: running ones first, then the last 20 " +
    "that ended. Use it when you have lost an id, or to see what still runs.",
  severity: "L1",
  timeoutMs: 10_000,
  isPreviewable: false,
  isChanging: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema,
  run,
});
