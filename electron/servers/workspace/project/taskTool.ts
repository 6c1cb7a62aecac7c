import { z } from "zod";
import { runPrepared } from "../commands/index.ts";
import { Refusal } from "../outcome/index.ts";
import { locate, refuseMissing, type Place } from "../paths/index.ts";
import {
  defineTool,
  requireNetwork,
  requireProgram,
  type Tool,
  type ToolContext,
} from "../protocol/index.ts";
import type { Counts } from "./counts.ts";

const mostMs = 600_000;
/** Time limit of a task that names none. */
export const taskMs = 300_000;

const common = {
  timeout_ms: z
    .int()
    .min(1_000)
    .max(mostMs)
    .default(taskMs)
    .meta({
      description:
        "Time to wait in milliseconds, at most 600,000. Default 300,000. At it the task goes on in the background under an id.",
      examples: [60_000],
    }),
  network: z
    .boolean()
    .default(false)
    .meta({
      description: "True when it has to reach the network; the person sees that. Default false.",
      examples: [true],
    }),
};
type Common = z.output<z.ZodObject<typeof common>>;

/** A task as a command. */
export interface TaskCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** As a person reads it, for the first line of the answer. */
  readonly label: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Reads how many tests passed and failed out of what the runner printed; null where it does not say. */
  readonly count?: (output: string) => Counts | null;
}

/** A task of a project, ready to become a tool. */
export interface Task<S extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: S;
  /** Lines that the project makes a shell run, by the name the model gives: what a policy judges the call by. */
  readonly lines?: Readonly<Record<string, string>>;
  /** @throws Refusal when the arguments do not make a task */
  readonly command: (
    input: z.output<z.ZodObject<S>>,
    context: ToolContext & { readonly network: boolean },
  ) => TaskCommand;
}

/** A file or folder of the workspace that a task is about. @throws Refusal when there is none */
export function taskPlace(context: ToolContext, path: string): Place {
  const place = locate(context.root, path);
  if (place.stat === undefined) throw refuseMissing(context.root, place);
  return place;
}

/** The same for a file. @throws Refusal */
export function taskFile(context: ToolContext, path: string): Place {
  const place = taskPlace(context, path);
  if (place.stat?.isFile() === true) return place;
  throw new Refusal("invalidInput", `${place.shown} is not a file.`, "Give one test file.");
}

function said(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

/**
 * A tool that runs code of the project (L3): in the sandbox where there is one, with its own time limit, network only when
 * asked for. The answer starts with what ran; the exit code decides, counts are the runner's own words.
 */
export function defineTask<S extends z.ZodRawShape>(task: Task<S>): Tool {
  const schema = z.strictObject({ ...task.fields, ...common });
  return defineTool({
    name: task.name,
    title: task.title,
    description: task.description,
    severity: "L3",
    timeoutMs: taskMs,
    isPreviewable: false,
    isChanging: true,
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
      ...(task.lines === undefined ? {} : { "loopwright/lines": task.lines }),
    },
    schema,
    run: async (input, context) => {
      const { timeout_ms: timeoutMs, network } = input as Common;
      const command = task.command(input as z.output<z.ZodObject<S>>, { ...context, network });
      requireProgram(context.scope, command.program);
      if (network) requireNetwork(context.scope);
      const { ended, outcome } = await runPrepared(context, {
        program: command.program,
        args: command.args,
        cwd: locate(context.root, "."),
        timeoutMs,
        network,
        label: command.label,
        atLimit: "goOn",
        ...(command.env === undefined ? {} : { env: command.env }),
      });
      const counts = ended.isRunning
        ? null
        : (command.count?.(`${ended.stdout.text}\n${ended.stderr.text}`) ?? null);
      const summary = [command.label, ...(counts === null ? [] : [said(counts)])].join(": ");
      return {
        ...outcome,
        summary: `${summary}; ${outcome.summary}`,
        data: { ...outcome.data, task: command.label, tests: counts },
      };
    },
  });
}
