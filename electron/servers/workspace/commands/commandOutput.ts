import { z } from "zod";
import { formatCount, Refusal, refusalFromSystem } from "../outcome/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { codePageOf } from "./codePage.ts";
import { decodeBytes, wholeCharacters } from "./decode.ts";
import type { KeptStream } from "./keptStream.ts";
import { limits } from "./limits.ts";
import { commandsOf, type Command } from "./registry.ts";
import { endText, formatSeconds } from "./report.ts";
import { plainText } from "./terminalText.ts";

const defaultBytes = 12_000;
const mostBytes = 24_000;

const schema = z.strictObject({
  id: z
    .string()
    .min(1)
    .meta({ description: "Id of the command, from its result or list_commands.", examples: ["c-1f0e9a27"] }),
  stream: z
    .enum(["stdout", "stderr"])
    .default("stdout")
    .meta({ description: "Which output to show. Default stdout.", examples: ["stderr"] }),
  offset: z
    .int()
    .optional()
    .meta({
      description:
        "Byte to begin at; each answer tells the next one, so that you see only what is new. Negative: that many bytes before " +
        "the end. Default: the last 4,000 bytes.",
      examples: [0],
    }),
  limit: z
    .int()
    .min(100)
    .max(mostBytes)
    .default(defaultBytes)
    .meta({ description: "Most bytes to show, 100 to 24,000. Default 12,000.", examples: [4_000] }),
  wait_ms: z
    .int()
    .min(0)
    .max(limits.mostOutputWaitMs)
    .default(0)
    .meta({
      description:
        "Waits up to this many milliseconds, at most 60,000, for the command to end. Default 0: answers at once.",
      examples: [30_000],
    }),
});
type Input = z.output<typeof schema>;

const tailBytes = 4_000;

/** Waits for the end of a command, but not longer than `ms` or until the call is cancelled. */
async function waitForEnd(command: Command, ms: number, signal: AbortSignal): Promise<void> {
  if (command.run === null || command.ended() !== null || ms === 0 || signal.aborted) return;
  let timer: NodeJS.Timeout | undefined;
  let give: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => {
    give = resolve;
    timer = setTimeout(resolve, ms);
  });
  signal.addEventListener("abort", give, { once: true });
  await Promise.race([command.run.done, enough]);
  clearTimeout(timer);
  signal.removeEventListener("abort", give);
}

/** Up to the last line end of a page that is not the last one, if that leaves most of it. */
function toLineEnd(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(0x0a) + 1;
  return end > bytes.length / 2 ? bytes.subarray(0, end) : bytes;
}

interface Page {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly note: string;
}

function pageOf(stream: KeptStream, input: Input, codePage: string | null, isRunning: boolean): Page {
  const { total, gap } = stream;
  const asked = input.offset ?? -tailBytes;
  if (asked > total) {
    throw new Refusal(
      "invalidInput",
      `offset: ${input.stream} of ${input.id} has ${formatCount(total)} bytes so far, got ${asked}.`,
      `The next byte is at offset ${total}; a negative offset counts from the end.`,
    );
  }
  const start = asked < 0 ? Math.max(0, total + asked) : asked;
  const { bytes, from } = stream.read(start, input.limit);
  const isLast = from + bytes.length === total;
  const piece = isLast ? bytes : toLineEnd(bytes);
  const at = { isStart: (asked < 0 && start > 0) || from !== start, isEnd: !isLast || isRunning };
  const whole = wholeCharacters(piece, codePage, at);
  const decoded = decodeBytes(whole.bytes, codePage);
  const first = from + whole.cutStart;
  const skipped =
    gap !== null && from !== start
      ? `bytes ${formatCount(gap.from)} to ${formatCount(gap.to)} were not kept`
      : "";
  const invalid =
    decoded.invalid > 0 ? `${formatCount(decoded.invalid)} bytes are not UTF-8, shown as \\xNN` : "";
  const note = [skipped, invalid].filter((part) => part !== "").join("; ");
  return { text: decoded.text, from: first, to: first + whole.bytes.length, note };
}

function statusOf(command: Command): string {
  const end = command.ended();
  if (end === null) return `running for ${formatSeconds(Date.now() - command.startedAt)}`;
  return `${endText(end, null)}; ran ${formatSeconds(end.durationMs)}`;
}

function nextOf(command: Command, input: Input, page: Page): string {
  const rest = command[input.stream].total - page.to;
  const again = `{"id": "${command.id}", "stream": "${input.stream}", "offset": ${page.to}}`;
  if (rest > 0) return `${formatCount(rest)} bytes follow: ${again}`;
  return command.ended() === null ? `what comes next: ${again}` : "that is its end";
}

async function run(input: Input, context: ToolContext): Promise<ToolOutcome> {
  const command = commandsOf(context.scope).find(input.id);
  await waitForEnd(command, input.wait_ms, context.signal);
  const codePage = codePageOf(context.scope.environment);
  const stream = command[input.stream];
  let page: Page;
  try {
    page = pageOf(stream, input, codePage, command.ended() === null);
  } catch (error) {
    throw refusalFromSystem(error, "read", `the output of ${command.id}`);
  }
  const end = command.ended();
  const other = input.stream === "stdout" ? "stderr" : "stdout";
  const range = `${input.stream} bytes ${formatCount(page.from)} to ${formatCount(page.to)} of ${formatCount(stream.total)}`;
  const parts = [statusOf(command), range, `${other} ${formatCount(command[other].total)} bytes`, page.note];
  const text = plainText(page.text);
  return {
    summary: parts.filter((part) => part !== "").join("; "),
    body: `${text === "" ? "(nothing)" : text.replace(/\n$/, "")}\n\n[${nextOf(command, input, page)}]`,
    data: {
      id: command.id,
      label: command.label,
      isRunning: end === null,
      exitCode: end?.stoppedBy === null ? end.exitCode : null,
      signal: end?.signal ?? null,
      stream: input.stream,
      offset: page.from,
      nextOffset: page.to,
      stdoutBytes: command.stdout.total,
      stderrBytes: command.stderr.total,
      text: page.text,
    },
  };
}

/** `command_output` (TOOL-05): status and output of a command, whole and page by page. */
export const commandOutputTool: Tool = defineTool({
  name: "command_output",
  title: "Command output",
  description:
    "Shows whether a command still runs, its exit code, and a part of its output. Use it to follow a background command " +
    "(give the offset of the last answer to see only what is new) and to read output that a result had cut. Output is kept " +
    "up to 32 MB for each stream, above that its first 28 and last 4 MB, for the last 50 commands.",
  severity: "L1",
  timeoutMs: limits.mostOutputWaitMs + 10_000,
  isPreviewable: false,
  isChanging: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema,
  run,
});
