import { closeSync } from "node:fs";
import { extname } from "node:path";
import { z } from "zod";
import { runPrepared } from "../commands/index.ts";
import {
  changeFile,
  hashOf,
  openRegular,
  readAll,
  type Asked,
  type Editable,
  type Plan,
} from "../files/index.ts";
import { formatBytes, Refusal } from "../outcome/index.ts";
import { locate, type Place } from "../paths/index.ts";
import {
  defineTool,
  requireProgram,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from "../protocol/index.ts";
import { sandboxOf } from "../sandbox/index.ts";
import type { Formatter } from "./formatters.ts";

const timeoutMs = 30_000;
const largestBytes = 2 * 1024 * 1024;
/** Nothing is asked beside the new text. */
const asIs: Asked = { encoding: null, baseHash: null, mayConvert: false };
const saidCharacters = 1_500;

const schema = z.strictObject({
  path: z
    .string()
    .meta({ description: "File to format, relative to the workspace root.", examples: ["src/app.ts"] }),
});

function bytesOf(context: ToolContext, place: Place): Buffer {
  const file = openRegular(context.root, place);
  try {
    if (file.stat.size > largestBytes) {
      const limit = formatBytes(largestBytes);
      throw new Refusal(
        "tooLarge",
        `${place.shown} is ${formatBytes(file.stat.size)}; up to ${limit} is formatted.`,
        "Format it with run_program, which a person sees.",
      );
    }
    return readAll(file.fd, file.stat.size);
  } finally {
    closeSync(file.fd);
  }
}

function choose(formatters: readonly Formatter[], place: Place): Formatter {
  const ending = extname(place.real).toLowerCase();
  const found = formatters.find(({ endings }) => endings.includes(ending));
  if (found !== undefined) return found;
  const known = formatters.map(({ name, endings }) => `${name}: ${endings.join(" ")}`).join("; ");
  throw new Refusal(
    "invalidInput",
    `No formatter of this project formats ${place.shown}.`,
    `There are ${known}.`,
  );
}

function refuseFailure(formatter: Formatter, place: Place, exit: string, said: string): Refusal {
  return new Refusal(
    "invalidInput",
    `${formatter.name} could not format ${place.shown} (${exit}); nothing was changed.`,
    said.trim() === ""
      ? "It said nothing."
      : `It said:\n${said.trim().slice(0, saidCharacters).toWellFormed()}`,
  );
}

/** Starts the program named after `$0`, with the file `$0` as its input: commands of ours have none. */
const feed = 'exec "$@" < "$0"';

async function formatted(context: ToolContext, formatter: Formatter, place: Place): Promise<string> {
  const { kind } = await sandboxOf(context.scope).state();
  if (kind === "none") {
    throw new Refusal(
      "denied",
      "Without a sandbox no formatter is run before a person has decided.",
      "Use run_program.",
    );
  }
  const { ended } = await runPrepared(context, {
    program: "/bin/sh",
    args: ["-c", feed, place.real, formatter.program, ...formatter.args(place.real)],
    cwd: locate(context.root, "."),
    timeoutMs,
    isReadOnly: true,
    network: false,
    label: `${formatter.name} ${place.shown}`,
  });
  const { stdout, stderr } = ended;
  if (ended.exitCode === 127) {
    throw new Refusal(
      "notFound",
      `${formatter.name} is declared in ${formatter.declaredBy} but not installed.`,
      `Install the project's dependencies first, with run_command. It said: ${stderr.text.trim().slice(0, saidCharacters)}`,
    );
  }
  if (ended.exitCode !== 0) {
    const exit =
      ended.stoppedBy === "timeout"
        ? `not ready after ${timeoutMs / 1000} s`
        : `exit ${String(ended.exitCode)}`;
    throw refuseFailure(formatter, place, exit, stderr.text === "" ? stdout.text : stderr.text);
  }
  if (stdout.omittedBytes > 0 || stdout.lostBytes > 0 || stdout.invalid > 0 || stdout.encoding !== null) {
    throw refuseFailure(formatter, place, "its output is no plain UTF-8 text, or too long", stderr.text);
  }
  return stdout.text;
}

async function run(
  formatters: readonly Formatter[],
  input: z.output<typeof schema>,
  context: ToolContext,
): Promise<ToolOutcome> {
  const place = locate(context.root, input.path);
  const formatter = choose(formatters, place);
  // A decided content is written as it was decided: the formatter has had its say in the preview.
  if (context.meta.decided !== null) {
    const planned = (): never => {
      throw new Refusal("internal", "A decided change was planned again.");
    };
    return await changeFile(context, input.path, planned, asIs);
  }
  requireProgram(context.scope, formatter.program);
  const before = bytesOf(context, place);
  const after = await formatted(context, formatter, place);
  if (before.length > 0 && after === "") throw refuseFailure(formatter, place, "it left nothing of it", "");
  const plan = (_place: Place, current: Editable | null): Plan => {
    if (current?.hash !== hashOf(before)) {
      throw new Refusal(
        "stale",
        `${place.shown} has changed while it was formatted; nothing was written.`,
        "Try again.",
      );
    }
    if (current.form.encoding !== "utf-8") throw refuseFailure(formatter, place, "the file is not UTF-8", "");
    return { after: after.replace(/^\ufeff/, ""), did: `formatted with ${formatter.name}` };
  };
  return await changeFile(context, input.path, plan, asIs);
}

/**
 * `format_file` (TOOL-12): one file through the project's own formatter, as a change that a person sees before it is made.
 *
 * A formatter runs code of the project (its configuration, its plugins) to show that change, so before anybody has decided.
 * That is right only where this code can do nothing: it runs in the sandbox, without network, and there the whole workspace
 * can only be read; its output is all that is taken. Where there is no sandbox the tool is not offered: a formatter that is
 * run after a person's decision is what `run_npm_script` and `run_program` are for, and a tool that is L2 on one machine
 * and L3 on the next could not be judged by its name.
 */
export function formatFileTool(formatters: readonly Formatter[]): Tool {
  const found = formatters
    .map(({ name, declaredBy, endings }) => `- ${name} (${declaredBy}): ${endings.join(" ")}`)
    .join("\n");
  return defineTool({
    name: "format_file",
    title: "Format file",
    description:
      "Formats one file with the formatter that the project declares, and shows the change before it is made. The formatter runs " +
      "in the sandbox, without network, and can only read; formatters that are not installed say so. For many files, or to " +
      `only check, use run_npm_script or run_program. UTF-8 files up to ${formatBytes(largestBytes)}. The formatters:\n${found}`,
    severity: "L2",
    timeoutMs: timeoutMs + 5_000,
    isPreviewable: true,
    isChanging: true,
    isJournaled: true,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    schema,
    run: async (input, context) => await run(formatters, input, context),
  });
}
