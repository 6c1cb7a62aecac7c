import { closeSync, readSync } from "node:fs";
import { z } from "zod";
import { formatBytes, formatCount, formatPlural, Refusal, textOfBytes } from "../outcome/index.ts";
import { locate, type Place } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { bomLength, decodeBytes, encodingName, formOf, looksBinary, type TextForm } from "./encoding.ts";
import { hashOf } from "./hash.ts";
import { openRegular, type OpenFile } from "./openRegular.ts";
import { readAll } from "./readAll.ts";
import { scanFile } from "./scanFile.ts";
import { scanText, type Scan } from "./scanText.ts";
import { showLines, shownPerLine } from "./window.ts";

/** Up to this size a file is read at once; above, in pieces. */
const smallBytes = 256 * 1024;
const utf16Bytes = 16 * 1024 * 1024;
const maxLines = 2_000;

const schema = z.strictObject({
  path: z
    .string()
    .optional()
    .meta({
      description: "File to read, relative to the workspace root. Required.",
      examples: ["src/app.ts"],
    }),
  filename: z
    .string()
    .optional()
    .meta({ description: "Another name for path.", examples: ["src/app.ts"] }),
  offset: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "First line to show, counted from 1. Default 1.", examples: [200] }),
  limit: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "Most lines to show, at most 2,000. Default 2,000.", examples: [100] }),
  max_lines: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "Another name for limit.", examples: [100] }),
});
type Input = z.output<typeof schema>;

interface Reading extends Scan {
  readonly form: TextForm;
  readonly hash: string | null;
}

function refuseBinary(place: Place, bytes: number): Refusal {
  return new Refusal(
    "notText",
    `${place.shown} is a binary file (${formatBytes(bytes)}); it is not shown as text.`,
    "To look into it, use run_command, for example with file or xxd.",
  );
}

function readSmall(place: Place, file: OpenFile, from: number, count: number): Reading {
  const bytes = readAll(file.fd, file.stat.size);
  const decoded = decodeBytes(bytes);
  if (decoded.kind === "binary") throw refuseBinary(place, bytes.length);
  const hash = hashOf(bytes);
  if (decoded.kind === "text") return { ...scanText(decoded.text, from, count), form: decoded.form, hash };
  const form = formOf(bytes);
  const { text, invalid } = textOfBytes(bytes.subarray(bomLength(form)));
  return { ...scanText(text, from, count, invalid), form, hash };
}

async function readOpen(
  place: Place,
  file: OpenFile,
  from: number,
  count: number,
  context: ToolContext,
): Promise<Reading> {
  const { size } = file.stat;
  if (size <= smallBytes) return readSmall(place, file, from, count);
  const start = Buffer.alloc(8192);
  const length = readSync(file.fd, start, 0, start.length, 0);
  const form = formOf(start);
  if (form.encoding !== "utf-8") {
    if (size <= utf16Bytes) return readSmall(place, file, from, count);
    throw new Refusal(
      "tooLarge",
      `${place.shown} is ${encodingName(form)} and ${formatBytes(size)}: too large to read.`,
    );
  }
  if (looksBinary(start.subarray(0, length))) throw refuseBinary(place, size);
  const { signal, deadlineAt } = context;
  return {
    ...(await scanFile(file.fd, { from, count, skip: bomLength(form), size, signal, deadlineAt })),
    form,
  };
}

function lineEndsOf(scan: Scan): string {
  if (scan.crlf > 0 && scan.lf > 0)
    return `mixed line ends (${formatCount(scan.crlf)} CRLF, ${formatCount(scan.lf)} LF)`;
  if (scan.crlf > 0) return "CRLF";
  return scan.lf > 0 ? "LF" : "no line ends";
}

/** "which limit cut, next offset", and what else a reader has to know of the text below. */
function notesOf(
  reading: Reading,
  shown: { count: number; cutLines: number },
  next: number | null,
  count: number,
): string[] {
  const notes: string[] = [];
  if (next !== null) {
    const cause = shown.count < reading.lines.length ? "30 KB" : formatPlural(count, "line");
    notes.push(`cut at ${cause}; next offset ${next}`);
  }
  if (shown.cutLines > 0) {
    notes.push(
      `${formatPlural(shown.cutLines, "line")} truncated to ${formatCount(shownPerLine)} characters (search_code shows text around a match, run_command with cut -c shows columns)`,
    );
  }
  if (reading.invalidBytes > 0)
    notes.push(`${formatPlural(reading.invalidBytes, "byte")} that are not UTF-8 shown as \\xNN`);
  const isWhole = next === null && reading.lineCount !== null && reading.lineCount > 0;
  if (isWhole && !reading.endsWithNewline) notes.push("no newline at the end");
  return notes;
}

function outcomeOf(place: Place, reading: Reading, bytes: number, from: number, count: number): ToolOutcome {
  const shown = showLines(reading.lines, from);
  const last = from + shown.count - 1;
  const isMore = shown.count > 0 && (reading.lineCount === null || last < reading.lineCount);
  const next = isMore ? last + 1 : null;
  const total = reading.lineCount === null ? "(total not counted)" : `of ${formatCount(reading.lineCount)}`;
  const range = reading.lineCount === 0 ? "empty file" : `lines ${from}-${last} ${total}`;
  const encoding = reading.invalidBytes > 0 ? "not UTF-8 (unknown encoding)" : encodingName(reading.form);
  const facts = [`${place.shown}: ${range}`, formatBytes(bytes), encoding, lineEndsOf(reading)].join(", ");
  const notes = notesOf(reading, shown, next, count);
  return {
    summary: [facts, ...notes].join("; "),
    body: shown.body,
    data: {
      path: place.rel,
      realPath: place.real,
      hash: reading.hash,
      bytes,
      lines: reading.lineCount,
      firstLine: from,
      lastLine: last,
      nextOffset: next,
      encoding,
      lineEnds: lineEndsOf(reading),
    },
  };
}

function pathOf(input: Input): string {
  const path = input.path ?? input.filename;
  if (path !== undefined) return path;
  throw new Refusal(
    "invalidInput",
    'read_file needs path: the file to read. Example: {"path": "src/app.ts"}.',
  );
}

async function run(input: Input, context: ToolContext): Promise<ToolOutcome> {
  const place = locate(context.root, pathOf(input));
  const from = input.offset ?? 1;
  const count = Math.min(input.limit ?? input.max_lines ?? maxLines, maxLines);
  const file = openRegular(context.root, place);
  try {
    const reading = await readOpen(place, file, from, count, context);
    if (reading.lineCount !== null && from > Math.max(1, reading.lineCount)) {
      const lines = formatPlural(reading.lineCount, "line");
      throw new Refusal("invalidInput", `offset ${from} is past the end: ${place.shown} has ${lines}.`);
    }
    return outcomeOf(place, reading, file.stat.size, from, count);
  } finally {
    closeSync(file.fd);
  }
}

/** `read_file` (TOOL-02): numbered lines of one text file, 2,000 lines or 30 KB, whichever comes first. */
export const readFileTool: Tool = defineTool({
  name: "read_file",
  title: "Read file",
  description:
    "Reads a text file of the workspace. The first line of the answer states lines, size, encoding, line ends and, when " +
    "something was cut, the next offset. Each line is shown as its number, one tab, then its exact text (the number and " +
    "tab are not part of the file). Shows at most 2,000 lines or 30 KB at once.",
  severity: "L1",
  timeoutMs: 10_000,
  isPreviewable: false,
  isChanging: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema,
  run,
});
