import { Refusal } from "../outcome/index.ts";
import { decodePieces } from "./encoding/index.ts";
import { readPieces, type ScanLimits } from "./scanFile.ts";

/** A part of one long line. Columns are counted from 1 in UTF-16 units, as editors do. */
export interface Columns {
  readonly text: string;
  /** Length of the whole line, or null when its end was not reached. */
  readonly lineLength: number | null;
  /** Lines of the whole file, or null when its end was not reached. */
  readonly lineCount: number | null;
  readonly hash: string | null;
}

/** Finds one line in pieces of text and keeps at most `most` units of it from `column` on. */
class ColumnScanner {
  text = "";
  line = 1;
  /** Units seen of the wanted line. */
  seen = 0;
  isLineOver = false;
  endsOpen = false;
  private last = "";
  private readonly wanted: number;
  private readonly column: number;
  private readonly most: number;

  constructor(wanted: number, column: number, most: number) {
    this.wanted = wanted;
    this.column = column;
    this.most = most;
  }

  push(piece: string): void {
    let at = 0;
    for (let next = piece.indexOf("\n"); next !== -1; next = piece.indexOf("\n", at)) {
      if (this.line === this.wanted) {
        this.keep(piece.slice(at, next));
        this.close();
      }
      this.line += 1;
      at = next + 1;
    }
    if (this.line === this.wanted) this.keep(piece.slice(at));
    if (piece.length > 0) this.endsOpen = at < piece.length;
  }

  private keep(part: string): void {
    const from = Math.max(0, this.column - 1 - this.seen);
    if (this.text.length < this.most) this.text += part.slice(from, from + this.most - this.text.length);
    this.seen += part.length;
    this.last = part.at(-1) ?? this.last;
  }

  /** The carriage return of a CRLF is no character of its line. */
  private close(): void {
    this.isLineOver = true;
    if (this.last !== "\r") return;
    if (this.column - 1 + this.text.length === this.seen) this.text = this.text.slice(0, -1);
    this.seen -= 1;
  }
}

/**
 * Reads a part of one line in bounded memory, however long line and file are.
 * @throws Refusal `timedOut` when it lies too deep in the file for the time limit
 */
export async function readColumns(
  fd: number,
  limits: ScanLimits,
  column: number,
  most: number,
): Promise<Columns> {
  const scanner = new ColumnScanner(limits.from, column, most);
  const decoder = decodePieces(limits.form.encoding);
  const { isWhole, hash } = await readPieces(
    fd,
    limits,
    () => scanner.isLineOver || scanner.text.length >= most,
    (piece) => scanner.push(decoder.write(piece)),
  );
  if (isWhole) scanner.push(decoder.end());
  const lineCount = isWhole ? scanner.line - (scanner.endsOpen ? 0 : 1) : null;
  return {
    text: scanner.text,
    lineLength: scanner.isLineOver || isWhole ? scanner.seen : null,
    lineCount,
    hash,
  };
}

/** @throws Refusal `invalidInput` when the file has no such line or the line no such column */
export function checkColumns(shown: string, columns: Columns, line: number, column: number): void {
  if (columns.lineCount !== null && line > Math.max(1, columns.lineCount)) {
    throw new Refusal(
      "invalidInput",
      `offset ${line} is past the end: ${shown} has ${columns.lineCount} lines.`,
      "Give the number of an existing line as offset.",
    );
  }
  if (columns.lineLength === null || column <= Math.max(1, columns.lineLength)) return;
  throw new Refusal(
    "invalidInput",
    `column ${column} is past the end: line ${line} of ${shown} has ${columns.lineLength} characters.`,
    "Give a column within the line.",
  );
}
