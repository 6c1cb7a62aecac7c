import { closeSync } from "node:fs";
import { formatPlural, Refusal, resultBytes } from "../outcome/index.ts";
import { locateToOpen } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { checkColumns, readColumns } from "./columns.ts";
import { formNamed } from "./encoding/index.ts";
import { openRegular } from "./openRegular.ts";
import { hasChanged, limitsOf, readingOfStart, readLines, type Wanted } from "./reading.ts";
import { pathOf, readSchema, type ReadInput } from "./readInput.ts";
import { columnsOutcome, linesOutcome, type FileFacts } from "./readResult.ts";

const maxLines = 2_000;

function factsOf(wanted: Wanted): FileFacts {
  const { place, file, from, context } = wanted;
  return { root: context.root, place, bytes: file.stat.size, from, hasChanged: hasChanged(file) };
}

async function showColumns(wanted: Wanted, column: number): Promise<ToolOutcome> {
  const { place, file, from } = wanted;
  const reading = readingOfStart(wanted);
  const columns = await readColumns(file.fd, limitsOf(wanted, reading), column, resultBytes);
  checkColumns(place.shown, columns, from, column);
  return columnsOutcome(factsOf(wanted), columns, column, reading);
}

async function showWindow(wanted: Wanted): Promise<ToolOutcome> {
  const { place, from, count } = wanted;
  const read = await readLines(wanted);
  if (read.lineCount !== null && from > Math.max(1, read.lineCount)) {
    const lines = formatPlural(read.lineCount, "line");
    throw new Refusal(
      "invalidInput",
      `offset ${from} is past the end: ${place.shown} has ${lines}.`,
      "Give the number of an existing line as offset.",
    );
  }
  return linesOutcome(factsOf(wanted), read, count);
}

async function run(input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  const told = input.encoding === undefined ? undefined : formNamed(input.encoding).encoding;
  const place = locateToOpen(context.root, pathOf(input));
  const count = Math.min(input.limit ?? input.max_lines ?? maxLines, maxLines);
  const file = openRegular(context.root, place);
  try {
    const wanted: Wanted = { place, file, from: input.offset ?? 1, count, told, context };
    return input.column === undefined ? await showWindow(wanted) : await showColumns(wanted, input.column);
  } finally {
    closeSync(file.fd);
  }
}

/** `read_file` (TOOL-02): numbered lines of one text file, 2,000 lines or 30 KB, whichever comes first. */
export const readFileTool: Tool = defineTool({
  name: "read_file",
  title: "Read file",
  description:
    "Reads a text file of the workspace; use it before you change a file. The first line of the answer states lines, size, encoding, line ends, the " +
    "file's hash and, when something was cut, the next offset or column. Each line is shown as its number, one tab, then " +
    "its exact text (the number and tab are not part of the file). Shows at most 2,000 lines or 30 KB at once.",
  severity: "L1",
  timeoutMs: 10_000,
  isPreviewable: false,
  isChanging: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  schema: readSchema,
  run,
});
