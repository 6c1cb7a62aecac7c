import { formatBytes, formatCount, formatPlural, headBytes, resultBytes } from "../outcome/index.ts";
import { displayName, relativeName, type Place, type Root } from "../paths/index.ts";
import type { ToolOutcome } from "../protocol/index.ts";
import { shortHash } from "./baseHash.ts";
import type { Columns } from "./columns.ts";
import type { Reading } from "./encoding/index.ts";
import { encodingNotes, readingName, type ReadLines } from "./reading.ts";
import type { Scan } from "./scanText.ts";
import { showLines, shownPerLine, summaryRoom, type Shown } from "./window.ts";

/** What every read says of its file. */
export interface FileFacts {
  readonly root: Root;
  readonly place: Place;
  readonly bytes: number;
  readonly from: number;
  /** True when another program wrote it meanwhile. */
  readonly hasChanged: boolean;
}

function lineEndsOf(scan: Scan): string {
  if (scan.crlf > 0 && scan.lf > 0)
    return `mixed line ends (${formatCount(scan.crlf)} CRLF, ${formatCount(scan.lf)} LF)`;
  if (scan.crlf > 0) return "CRLF";
  if (scan.lf > 0) return "LF";
  return scan.lines[0]?.text.includes("\r") === true ? "CR alone (shown as one line)" : "no line ends";
}

/** "which limit cut, next offset", and what else a reader has to know of the text below. */
function notesOf(read: ReadLines, shown: Shown, next: number | null, count: number): string[] {
  const notes: string[] = [];
  if (next !== null) {
    const cause = shown.count < read.lines.length ? "30 KB" : formatPlural(count, "line");
    notes.push(`cut at ${cause}; next offset ${next}`);
  }
  if (shown.cutLines > 0) {
    notes.push(
      `${formatPlural(shown.cutLines, "line")} truncated to ${formatCount(shownPerLine)} characters (column ${shownPerLine + 1} with the line as offset shows what follows; search_code shows text around a match)`,
    );
  }
  notes.push(...encodingNotes(read.reading, read.invalidBytes));
  const isWhole = next === null && read.lineCount !== null && read.lineCount > 0;
  if (isWhole && !read.endsWithNewline) notes.push("no newline at the end");
  return notes;
}

/** What holds for the file whatever part of it is shown. */
function fileNotes(facts: FileFacts, hash: string | null): string[] {
  const { root, place } = facts;
  const notes: string[] = [];
  if (place.real !== `${root.real}/${place.rel}`) {
    const real = relativeName(root.real, place.real);
    if (real !== place.rel) notes.push(`the file is ${displayName(real)}`);
  }
  if (facts.hasChanged) notes.push("it was changed by another program while it was read: read it again");
  if (hash !== null) notes.push(`hash ${shortHash(hash)}`);
  return notes;
}

function encodingData(
  reading: Reading | null,
  hasInvalid: boolean,
): { readonly encoding: string; readonly encodingBasis: string } {
  const isUnknown = reading === null || (hasInvalid && reading.form.encoding === "utf-8");
  return { encoding: readingName(isUnknown ? null : reading), encodingBasis: reading?.basis ?? "unknown" };
}

/** The answer that shows lines. */
export function linesOutcome(facts: FileFacts, read: ReadLines, count: number): ToolOutcome {
  const { place, bytes, from } = facts;
  const shown = showLines(read.lines, from, read.isAscii);
  const last = from + shown.count - 1;
  const isMore = shown.count > 0 && (read.lineCount === null || last < read.lineCount);
  const next = isMore ? last + 1 : null;
  const total = read.lineCount === null ? "(total not counted)" : `of ${formatCount(read.lineCount)}`;
  const range = read.lineCount === 0 ? "empty file" : `lines ${from}-${last} ${total}`;
  const { encoding, encodingBasis } = encodingData(read.reading, read.invalidBytes > 0);
  const lineEnds = lineEndsOf(read);
  const parts = `${place.shown}: ${range}, ${formatBytes(bytes)}, ${encoding}, ${lineEnds}`;
  return {
    summary: [parts, ...notesOf(read, shown, next, count), ...fileNotes(facts, read.hash)].join("; "),
    body: shown.body,
    data: {
      path: place.rel,
      realPath: place.real,
      hash: read.hash,
      bytes,
      lines: read.lineCount,
      firstLine: from,
      lastLine: last,
      nextOffset: next,
      encoding,
      encodingBasis,
      lineEnds,
    },
  };
}

/** The answer that shows a part of one long line. */
export function columnsOutcome(
  facts: FileFacts,
  read: Columns,
  column: number,
  reading: Reading | null,
): ToolOutcome {
  const { place, bytes, from } = facts;
  // A column inside a surrogate pair shows the character after it: half of one cannot be shown.
  const isInsidePair = (read.text.charCodeAt(0) & 0xfc00) === 0xdc00;
  const first = isInsidePair ? column + 1 : column;
  const body = headBytes(
    (isInsidePair ? read.text.slice(1) : read.text).replace(/[\uD800-\uDBFF]$/, ""),
    resultBytes - summaryRoom,
  );
  const last = first + body.length - 1;
  const isMore = body.length > 0 && (read.lineLength === null || last < read.lineLength);
  const next = isMore ? last + 1 : null;
  const of = read.lineLength === null ? "(line not read to its end)" : `of ${formatCount(read.lineLength)}`;
  const range = `line ${from}, columns ${first}-${last} ${of}`;
  const encoding = encodingData(reading, false);
  const parts = `${place.shown}: ${range}, ${formatBytes(bytes)}, ${encoding.encoding}`;
  const notes = next === null ? [] : [`cut at 30 KB; next column ${next}`];
  return {
    summary: [parts, ...notes, ...fileNotes(facts, read.hash)].join("; "),
    body: `${from}\t${body}`,
    data: {
      path: place.rel,
      realPath: place.real,
      hash: read.hash,
      bytes,
      lines: read.lineCount,
      firstLine: from,
      lastLine: from,
      firstColumn: first,
      lastColumn: last,
      nextColumn: next,
      lineLength: read.lineLength,
      ...encoding,
    },
  };
}
